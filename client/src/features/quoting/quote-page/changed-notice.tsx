import { Alert, Button } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import styles from './quote-page.module.css';

/** The quote became another one while the page was open, or since the version before it. */
export function ChangedNotice({ changes, onSeen }: { changes: readonly string[]; onSeen: (() => void) | undefined }) {
  return (
    <Alert
      color="amber"
      role="alert"
      className={styles.changed}
      icon={<IconGitCompare aria-hidden />}
      title={onSeen ? 'This quote has just changed' : 'This is a new version of your quote'}
    >
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
      </ul>
      {onSeen && (
        <Button size="sm" variant="default" mt="sm" onClick={onSeen}>
          Got it
        </Button>
      )}
    </Alert>
  );
}
