import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { MyAddresses } from '@quickfleet/shared/delivery/my/my';
import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../lib/api/trpc.ts';
import { oneLine } from '../../lib/words/contact-words.ts';
import { type ContactForm, contactFrom } from '../delivery-form/delivery-values.ts';

export type KnownAddress = MyAddresses['data'][number];
const titles = { pickup: t('Known pickup addresses'), delivery: t('Known delivery addresses') } as const;

/** Fills an address and who is there in. */
export function takeAddress(form: ContactForm, { use, address, contact }: KnownAddress): void {
  form.setFieldValue(`${use}Address`, address);
  form.clearFieldError(`${use}Address`);
  for (const [name, value] of Object.entries(contactFrom(contact))) {
    form.setFieldValue(`${use}Contact.${name}`, value);
    form.clearFieldError(`${use}Contact.${name}`);
  }
}

interface KnownAddressesProps {
  customerId: number | undefined;
  onChoose: (address: KnownAddress) => void;
}
/** Saved addresses and those used before; a choice fills address and contact in. */
export function KnownAddresses({ customerId, onChoose }: KnownAddressesProps) {
  const addresses = trpc.my.addresses.useQuery({ customerId });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {(['pickup', 'delivery'] as const).map((use) => {
        const known = addresses.data?.data.filter((one) => one.use === use) ?? [];
        if (known.length === 0) return null;
        return (
          <NativeSelect
            key={use}
            label={titles[use]}
            value=""
            onChange={(event) => {
              const found = known[Number(event.currentTarget.value)];
              if (found) onChoose(found);
            }}
            data={[
              { value: '', label: t('Choose one') },
              ...known.map(({ label, address, contact }, at) => ({
                value: String(at),
                label: [label, oneLine(address), contact?.name].filter(Boolean).join(' · '),
              })),
            ]}
          />
        );
      })}
    </SimpleGrid>
  );
}
