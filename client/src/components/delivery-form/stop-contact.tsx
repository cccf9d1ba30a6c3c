import { Textarea, TextInput } from '@mantine/core';
import { EMAIL_MAX, NAME_MAX, NOTES_MAX, PHONE_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type ComponentType, useState } from 'react';
import type { ContactForm } from './delivery-values.ts';
import styles from './fields.module.css';

export interface StopContactProps {
  form: ContactForm;
  stop: 'pickup' | 'delivery';
  /** A visitor's fields are there without scripts too. */
  isOwn?: boolean;
  /** What staff can choose from. */
  Offers?: ComponentType<{ form: ContactForm; stop: 'pickup' | 'delivery' }> | undefined;
}

/** Each with its label: "Company" is the customer's field alone. */
const fields = [
  ['name', 'text', NAME_MAX],
  ['company', 'text', NAME_MAX],
  ['phone', 'tel', PHONE_MAX],
  ['email', 'email', EMAIL_MAX],
] as const;
/** What the labels say of whom: 'Pickup phone', 'Contact phone'. */
const labels = {
  name: (at: string) => t('{at, select, pickup {Pickup name} delivery {Delivery name} other {Contact name}}', { at }),
  company: (at: string) =>
    t('{at, select, pickup {Pickup business} delivery {Delivery business} other {Contact business}}', { at }),
  phone: (at: string) =>
    t('{at, select, pickup {Pickup phone} delivery {Delivery phone} other {Contact phone}}', { at }),
  email: (at: string) =>
    t('{at, select, pickup {Pickup email} delivery {Delivery email} other {Contact email}}', { at }),
  notes: (at: string) =>
    t('{at, select, pickup {Pickup notes} delivery {Delivery notes} other {Contact notes}}', { at }),
};

interface PersonFieldsProps {
  form: Pick<ContactForm, 'key' | 'getInputProps'>;
  /** Where the form has the person. */
  path: string;
  /** What the labels name it by. */
  at: 'pickup' | 'delivery' | 'address';
}
/** The fields of the person at a stop or an address. */
export function PersonFields({ form, path, at }: PersonFieldsProps) {
  return (
    <>
      {fields.map(([name, type, maxLength]) => (
        <TextInput
          key={form.key(`${path}.${name}`)}
          label={labels[name](at)}
          type={type}
          autoComplete="off"
          maxLength={maxLength}
          {...form.getInputProps(`${path}.${name}`)}
        />
      ))}
      <Textarea
        key={form.key(`${path}.notes`)}
        label={labels.notes(at)}
        autosize
        autoComplete="off"
        maxLength={NOTES_MAX}
        {...form.getInputProps(`${path}.notes`)}
      />
    </>
  );
}

/** The person at a stop, folded away while that is the customer. */
export function StopContact({ form, stop, isOwn = false, Offers }: StopContactProps) {
  const path = `${stop}Contact` as const;
  const [isOpen, setOpen] = useState(() => Object.values(form.getValues()[path]).some(Boolean));
  const [wasOpen, setWasOpen] = useState(isOwn || isOpen);
  return (
    <details
      className={styles.contact}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) setWasOpen(true);
      }}
    >
      <summary>{stop === 'pickup' ? t('Someone else at the pickup') : t('Someone else at the delivery')}</summary>
      {wasOpen && (
        <div className={styles.contactFields}>
          {Offers && isOpen && <Offers form={form} stop={stop} />}
          <PersonFields form={form} path={path} at={stop} />
        </div>
      )}
    </details>
  );
}
