import { ActionIcon, Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { copyText } from '../../../lib/files/copy-text.ts';
import { Hint } from '../hint.tsx';
import styles from './copy-button.module.css';

const COPIED_MS = 2000;

interface CopyButtonProps {
  value: string;
  /** Names the thing: 'tracking number'. */
  what: string;
  /** With a text it is a button, without one an icon. */
  text?: string;
}

export function CopyButton({ value, what, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    setOutcome((await copyText(value)) ? 'copied' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome('idle'), COPIED_MS);
  };
  const said = { idle: t('Copy {what}', { what }), copied: t('Copied'), failed: t('Could not copy') }[outcome];
  const CopyIcon = outcome === 'copied' ? IconCheck : IconCopy;

  return (
    <span className={`${styles.root} needs-script`}>
      {text ? (
        <Button variant="default" leftSection={<CopyIcon size={18} aria-hidden />} onClick={copy}>
          {outcome === 'idle' ? text : said}
        </Button>
      ) : (
        <Hint label={t('Copy {what}', { what })}>
          <ActionIcon data-dense aria-label={t('Copy {what}', { what })} onClick={copy}>
            <CopyIcon size={18} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
      <span className={text ? 'visually-hidden' : styles.said} role="status">
        {outcome === 'idle' ? '' : said}
      </span>
    </span>
  );
}
