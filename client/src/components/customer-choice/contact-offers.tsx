import { Button, Group, Text } from '@mantine/core';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../lib/api/trpc.ts';
import { oneLine } from '../../lib/words/contact-words.ts';
import { type ContactForm, contactFrom } from '../delivery-form/delivery-values.ts';
import styles from './customer-choice.module.css';

const shortOf = ({ name, company, phone, email }: StopContact) =>
  [name, company].filter(Boolean).join(', ') || phone || email || t('Notes only');

/** Who was at this address before; one press fills the fields in. */
export function ContactOffers({ form, stop }: { form: ContactForm; stop: 'pickup' | 'delivery' }) {
  const address = form.getValues()[`${stop}Address`].trim();
  const used = trpc.orders.contacts.useQuery({ address }, { enabled: address !== '' });
  const contacts = used.data?.contacts ?? [];
  const fill = (contact?: StopContact) => {
    for (const [name, value] of Object.entries(contactFrom(contact))) {
      form.setFieldValue(`${stop}Contact.${name}`, value);
      form.clearFieldError(`${stop}Contact.${name}`);
    }
  };
  return (
    <Group gap={6} align="center">
      {contacts.length > 0 && (
        <Text size="xs" c="dimmed" w="100%">
          {t('Contacts at this address')}
        </Text>
      )}
      {contacts.map((contact) => (
        <Button
          key={JSON.stringify(contact)}
          size="compact-sm"
          variant="default"
          maw="100%"
          aria-label={t('Use {stop} contact {oneLine}', { stop, oneLine: oneLine(shortOf(contact)) })}
          onClick={() => fill(contact)}
        >
          <span className={styles.cut}>{shortOf(contact)}</span>
        </Button>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => fill()}
        aria-label={t('Clear {stop} contact', { stop })}
      >
        {t('Clear')}
      </Button>
    </Group>
  );
}
