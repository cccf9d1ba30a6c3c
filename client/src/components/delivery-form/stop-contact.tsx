import { Textarea, TextInput } from '@mantine/core';
import { EMAIL_MAX, NAME_MAX, NOTES_MAX, PHONE_MAX } from '@quickfleet/shared/limits';
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
  ['name', 'name', 'text', NAME_MAX],
  ['company', 'business', 'text', NAME_MAX],
  ['phone', 'phone', 'tel', PHONE_MAX],
  ['email', 'email', 'email', EMAIL_MAX],
] as const;

interface PersonFieldsProps {
  form: Pick<ContactForm, 'key' | 'getInputProps'>;
  /** Where the form has the person. */
  path: string;
  /** What the labels begin with. */
  title: string;
}
/** The fields of the person at a stop or an address. */
export function PersonFields({ form, path, title }: PersonFieldsProps) {
  return (
    <>
      {fields.map(([name, label, type, maxLength]) => (
        <TextInput
          key={form.key(`${path}.${name}`)}
          label={`${title} ${label}`}
          type={type}
          autoComplete="off"
          maxLength={maxLength}
          {...form.getInputProps(`${path}.${name}`)}
        />
      ))}
      <Textarea
        key={form.key(`${path}.notes`)}
        label={`${title} notes`}
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
      <summary>Someone else at the {stop}</summary>
      {wasOpen && (
        <div className={styles.contactFields}>
          {Offers && isOpen && <Offers form={form} stop={stop} />}
          <PersonFields form={form} path={path} title={stop === 'pickup' ? 'Pickup' : 'Delivery'} />
        </div>
      )}
    </details>
  );
}
