import { Button } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { inNewTab, proofByLinkHref } from '../../../lib/addresses/paper-links.ts';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';

/** The proof as a PDF, for visitors who came by the link in the delivery's mail. */
export function ProofButton() {
  const isHydrated = useIsHydrated();
  const token = isHydrated ? new URLSearchParams(location.search).get('proof') : null;
  const href = token ? proofByLinkHref(token) : undefined;
  if (!href) return null;
  return (
    <Button variant="default" {...inNewTab} href={href} leftSection={<IconFileCheck size={18} aria-hidden />}>
      Proof of delivery (PDF)
    </Button>
  );
}
