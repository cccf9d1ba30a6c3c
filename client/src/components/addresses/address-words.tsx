import { Text } from '@mantine/core';
import type { SavedAddress } from '@quickfleet/shared/people/saved-addresses';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { PhoneLink } from '../text/phone-link.tsx';

/** An address with its name and who is there. */
export function AddressWords({ label, address, contact }: Pick<SavedAddress, 'label' | 'address' | 'contact'>) {
  const called = [contact?.name, contact?.company].filter(Boolean).join(', ');
  return (
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {label && (
        <Text fw={600} dir="auto" inherit>
          {keepNumbers(label)}
        </Text>
      )}
      <Text dir="auto" className="as-written" inherit>
        {keepNumbers(address)}
      </Text>
      {called && (
        <Text size="sm" c="dimmed" dir="auto">
          {keepNumbers(called)}
        </Text>
      )}
      {contact?.phone && <PhoneLink phone={contact.phone} size="sm" display="block" w="fit-content" />}
      {contact?.email && (
        <Text size="sm" c="dimmed">
          {contact.email}
        </Text>
      )}
      {contact?.notes && (
        <Text size="sm" c="dimmed" dir="auto" className="as-written">
          {keepNumbers(contact.notes)}
        </Text>
      )}
    </div>
  );
}
