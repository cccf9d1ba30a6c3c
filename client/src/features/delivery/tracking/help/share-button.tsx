import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { useIsHydrated } from '../../../../lib/use-is-hydrated.ts';
import { brand } from '../../../../lib/words/brand.ts';

/** The device's own sheet where there is one, else the link to copy. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const isHydrated = useIsHydrated();
  const url = `${brand.publicUrl || (isHydrated ? location.origin : '')}${path}`;
  // Which of the two it will be is known in the browser only; both take the same room.
  if (!isHydrated || !('share' in navigator))
    return <CopyButton value={url} what="link to this page" text="Copy link" />;
  // Closing the sheet is an answer, not a failure.
  const share = () => void navigator.share({ title, url }).catch(() => {});
  return (
    <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
      Share
    </Button>
  );
}
