import { Group, Stack, Text } from '@mantine/core';
import {
  attemptTemplateVariables,
  driverTemplateVariables,
  quoteTemplateVariables,
  recipientTemplateVariables,
  templateVariables,
} from '@quickfleet/shared/messages/templates';
import { t } from '@quickfleet/shared/words/t';
import styles from './templates.module.css';

const groups = [
  { title: t('Quote'), names: templateVariables.quote },
  { title: t('Delivery'), names: templateVariables.delivery },
] as const;
const forQuotes = { title: t('Quote page'), names: quoteTemplateVariables } as const;
const forAttempts = { title: t('Attempts'), names: attemptTemplateVariables } as const;
const forDrivers = { title: t('Job'), names: driverTemplateVariables } as const;

const forRecipients = { title: t('Delivery to the recipient'), names: recipientTemplateVariables } as const;
const groupsOf = (type: string) => {
  if (type === 'recipient' || type === 'sms') return [forRecipients];
  return [...groups, ...(type === 'driver' ? [forDrivers] : [forQuotes, forAttempts])];
};

/** The twelve variables, and what only some mails are filled with; while the template is edited, each goes in at the cursor. */
export function VariableList({ type, onInsert }: { type: string; onInsert: ((name: string) => void) | undefined }) {
  return (
    <Stack gap="xs" component="section" aria-label={t('Available variables')}>
      <div>
        <Text fw={600}>{t('Available variables')}</Text>
        <Text size="sm" c="dimmed">
          {onInsert
            ? t('Click one to put it in at the cursor, in the subject or the content.')
            : t('Each is filled in when the message is written.')}
        </Text>
      </div>
      {groupsOf(type).map(({ title, names }) => (
        <div key={title}>
          <Text size="sm" c="dimmed" mb={4}>
            {title}
          </Text>
          <Group gap={6}>
            {names.map((name) =>
              onInsert ? (
                // The field keeps its cursor: pressing the button must not take the focus before it is read.
                <button
                  key={name}
                  type="button"
                  className={styles.variable}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onInsert(name)}
                  aria-label={t('Insert {name}', { name })}
                >
                  {`{{${name}}}`}
                </button>
              ) : (
                <span key={name} className={styles.variable}>{`{{${name}}}`}</span>
              ),
            )}
          </Group>
        </div>
      ))}
    </Stack>
  );
}
