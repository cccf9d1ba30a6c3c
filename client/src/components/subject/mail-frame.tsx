import { Box } from '@mantine/core';
import { useState } from 'react';

interface MailFrameProps {
  html: string;
  title: string;
  height?: number;
}

interface FrameProps extends MailFrameProps {
  isHidden?: boolean;
  onLoad?: () => void;
}

function Frame({ html, title, height, isHidden = false, onLoad }: FrameProps) {
  return (
    <Box
      component="iframe"
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      onLoad={onLoad}
      aria-hidden={isHidden || undefined}
      tabIndex={isHidden ? -1 : undefined}
      w="100%"
      h={height}
      bg="white"
      bd="1px solid var(--qf-line)"
      style={{
        display: 'block',
        borderRadius: 'var(--mantine-radius-md)',
        ...(isHidden ? { position: 'absolute', inset: 0, visibility: 'hidden' } : {}),
      }}
    />
  );
}

/**
 * A mail as the recipient sees it, in a sandbox without scripts or forms; links open in a new tab. Each mail gets a new
 * frame, because reloading one frame would add entries to the browser's history.
 */
export function MailFrame({ html, title, height = 420 }: MailFrameProps) {
  const [shown, setShown] = useState(html);
  return (
    <Box pos="relative">
      <Frame key={shown} html={shown} title={title} height={height} />
      {html !== shown && (
        <Frame key={html} html={html} title={title} height={height} isHidden onLoad={() => setShown(html)} />
      )}
    </Box>
  );
}
