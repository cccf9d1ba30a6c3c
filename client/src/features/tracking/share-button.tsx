import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { CopyButton } from '../../components/copy-button.tsx';

/** The device's own sheet where there is one, else the link to copy. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  if (!('share' in navigator)) return <CopyButton value={url} what="link to this page" text="Copy link" />;
  // Closing the sheet is an answer, not a failure.
  const share = () => void navigator.share({ title, url }).catch(() => {});
  return (
    <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
      Share
    </Button>
  );
}
