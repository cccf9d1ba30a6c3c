import { Anchor, Text } from '@mantine/core';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { CopyButton } from '../text/code/copy-button.tsx';
import { PhoneLink } from '../text/phone-link.tsx';

/** The person at a stop below its address, for staff; nothing when that is the customer. */
export function ContactAtStop({ contact, stop }: { contact: StopContact | null; stop: 'pickup' | 'delivery' }) {
  if (!contact) return null;
  const { name, company, phone, email, notes } = contact;
  return (
    <section aria-label={t('Contact at the {stop}', { stop })} style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} mt={4}>
        {[name, company].filter(Boolean).join(', ')}
      </Text>
      {phone && (
        <div>
          <PhoneLink phone={phone} inherit />
          <CopyButton value={phone} what={t('{stop} phone number', { stop })} />
        </div>
      )}
      {email && (
        <div>
          <Anchor href={mailtoOf(email)} inherit>
            {email}
          </Anchor>
          <CopyButton value={email} what={t('{stop} e-mail address', { stop })} />
        </div>
      )}
      {notes && (
        <Text className="as-written" size="sm">
          {keepNumbers(notes)}
        </Text>
      )}
    </section>
  );
}
