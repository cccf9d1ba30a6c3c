import { Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { oneLine } from '../../lib/words/contact-words.ts';
import { AddressInput } from '../addresses/address-input.tsx';
import { ContactFields } from '../delivery-form/contact-fields.tsx';
import { AddressField } from '../delivery-form/delivery-fields.tsx';
import type { DeliveryForm } from '../delivery-form/delivery-values.ts';
import { StopContact } from '../delivery-form/stop-contact.tsx';
import { ContactOffers } from './contact-offers.tsx';
import styles from './customer-choice.module.css';
import { ChosenCustomer, CustomerPicker, type CustomerPickerProps } from './customer-picker.tsx';
import type { AddressOffer, CustomerChoice } from './use-customer-choice.ts';

const SHOWN = 3;
/** Where this customer sent from or to before; one press fills the address in. */
function EarlierAddresses({
  kind,
  addresses,
  onChosen,
}: {
  kind: 'pickup' | 'delivery';
  addresses: readonly AddressOffer[];
  onChosen: (address: string) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (addresses.length === 0) return null;
  const shown = showsAll ? addresses : addresses.slice(0, SHOWN);
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {t('{some, select, yes {Known} other {Earlier}} {kind} addresses', {
          some: addresses.some(({ label }) => label) ? 'yes' : 'no',
          kind,
        })}
      </Text>
      <Group gap={6} component="ul">
        {shown.map(({ address, label }) => {
          const text = [label, oneLine(address)].filter(Boolean).join(', ');
          return (
            <li key={address} style={{ minWidth: 0, maxWidth: '100%' }}>
              <Button
                size="compact-sm"
                variant="default"
                maw="100%"
                title={text}
                aria-label={t('Use {kind} address {text}', { kind, text })}
                onClick={() => onChosen(address)}
              >
                <span className={styles.cut}>{text}</span>
              </Button>
            </li>
          );
        })}
        {addresses.length > SHOWN && !showsAll && (
          <li>
            <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
              {t('All {length}', { length: addresses.length })}
            </Button>
          </li>
        )}
      </Group>
    </div>
  );
}

interface Props {
  form: DeliveryForm;
  choice: CustomerChoice;
}
type CustomerFieldsProps = Props & Pick<CustomerPickerProps, 'isQuiet'>;

/** The customer: the search, the chosen one, or the fields of a new one. */
export function CustomerFields({ form, choice, isQuiet }: CustomerFieldsProps) {
  const { part } = choice;
  const error = form.errors['customer.name'];
  if (part.shows === 'search')
    return (
      <>
        <CustomerPicker ref={choice.search} onChosen={choice.choose} onNew={choice.begin} isQuiet={isQuiet} />
        {error !== undefined && error !== null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {String(error)}
          </Text>
        )}
      </>
    );
  if (part.shows === 'chosen')
    return (
      <ChosenCustomer
        contact={form.getValues().customer}
        orderCount={part.customer.orderCount}
        onEdit={choice.editDetails}
        onChange={choice.change}
      />
    );
  return (
    <>
      <ContactFields form={form} labels={{ name: t('Customer Name'), phone: t('Phone') }} isEmailOptional />
      <div>
        <Button size="xs" variant="default" onClick={choice.change}>
          {t('Search a known customer')}
        </Button>
      </div>
    </>
  );
}

/** Where from and where to, with the addresses that a known customer had before. */
export function RouteFields({ form, choice }: Props) {
  return (
    <div className={styles.places}>
      {(['pickup', 'delivery'] as const).map((kind) => (
        <div key={kind}>
          <RouteField kind={kind} form={form} choice={choice} />
        </div>
      ))}
    </div>
  );
}

/** One of the two places. */
export function RouteField({ kind, form, choice }: Props & { kind: 'pickup' | 'delivery' }) {
  const path = `${kind}Address` as const;
  return (
    <>
      <AddressField form={form} path={path} Field={AddressInput} />
      <EarlierAddresses
        kind={kind}
        addresses={choice.addresses[kind]}
        onChosen={(address) => choice.takeAddress(path, address)}
      />
      <StopContact form={form} stop={kind} Offers={ContactOffers} />
    </>
  );
}
