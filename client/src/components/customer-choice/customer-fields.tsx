import { Button, Text } from '@mantine/core';
import { ContactFields } from '../delivery-form/contact-fields.tsx';
import { AddressField } from '../delivery-form/delivery-fields.tsx';
import type { DeliveryForm } from '../delivery-form/delivery-values.ts';
import styles from './customer-choice.module.css';
import { ChosenCustomer, CustomerPicker, type CustomerPickerProps } from './customer-picker.tsx';
import { EarlierAddresses } from './earlier-addresses.tsx';
import type { CustomerChoice } from './use-customer-choice.ts';

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
      <ContactFields form={form} labels={{ name: 'Customer Name', phone: 'Phone' }} />
      <div>
        <Button size="xs" variant="default" onClick={choice.change}>
          Search a known customer
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
      <AddressField form={form} path={path} />
      <EarlierAddresses
        kind={kind}
        addresses={choice.addresses[kind]}
        onChosen={(address) => choice.takeAddress(path, address)}
      />
    </>
  );
}
