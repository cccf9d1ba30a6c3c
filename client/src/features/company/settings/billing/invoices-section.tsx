import { NativeSelect, SimpleGrid } from '@mantine/core';
import { failedAttemptRules, type PostalAddress } from '@quickfleet/shared/company/billing/billing-terms';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { CheckField, LineField, WholeNumber } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

const FIELDS = ['address', 'numbers', 'terms', 'failedAttempts', 'reminders', 'remindByRule'] as const;
const NO_ADDRESS: PostalAddress = { street: '', postcode: '', town: '', country: '' };
const isEmpty = (address: PostalAddress): boolean => Object.values(address).every((part) => part.trim() === '');

const failedWords = {
  free: t('Free: only what was delivered is invoiced'),
  charged: t('Charged: a delivery that went back is invoiced too'),
};
const failedRules = failedAttemptRules.map((value) => ({ value, label: failedWords[value] }));

/** How invoices are numbered, when they are to be paid, and where the company is by its parts. */
export function InvoicesSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, save, form } = useGroup('billing', company, FIELDS);
  const { address, numbers, terms, failedAttempts, reminders, remindByRule } = values;
  const place = address ?? NO_ADDRESS;
  const part = (name: keyof PostalAddress, label: string) => (
    <LineField
      label={label}
      value={place[name]}
      error={errors[`address.${name}`]}
      onChange={(text) => {
        const changed = { ...place, [name]: text };
        set({ address: isEmpty(changed) ? null : changed });
      }}
    />
  );
  return (
    <SettingsForm
      id="invoices"
      title={t('Invoices')}
      text={t('Numbers, address and terms of invoices. Each customer can have their own terms.')}
      {...form}
      onSave={() => save()}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {part('street', t('Street'))}
        {part('postcode', t('Postcode'))}
        {part('town', t('Town'))}
        {part('country', t('Country (two letters)'))}
        <LineField
          label={t('Numbers')}
          description={t('{year} and {number} are filled in', { year: '{year}', number: '{number}' })}
          value={numbers.pattern}
          error={errors['numbers.pattern']}
          onChange={(pattern) => set({ numbers: { ...numbers, pattern } })}
        />
        <WholeNumber
          label={t('First number')}
          description={t('Of a series that has none yet')}
          min={1}
          max={99_999_999}
          value={numbers.start}
          error={errors['numbers.start']}
          onChange={(start) => set({ numbers: { ...numbers, start } })}
        />
        <WholeNumber
          label={t('Days to pay')}
          min={0}
          max={365}
          value={terms.days}
          error={errors['terms.days']}
          onChange={(days) => set({ terms: { ...terms, days } })}
        />
        <WholeNumber
          label={t('Days for the discount')}
          min={0}
          max={365}
          value={terms.discountDays}
          error={errors['terms.discountDays']}
          onChange={(discountDays) => set({ terms: { ...terms, discountDays } })}
        />
        <AmountInput
          label={t('Discount for paying early')}
          rightSection="%"
          value={terms.discountPercent}
          error={errors['terms.discountPercent']}
          onChange={(discountPercent) => set({ terms: { ...terms, discountPercent } })}
        />
        <NativeSelect
          label={t('Deliveries that failed')}
          data={failedRules}
          value={failedAttempts}
          error={errors['failedAttempts']}
          onChange={({ currentTarget: { value } }) => set({ failedAttempts: value === 'charged' ? 'charged' : 'free' })}
        />
      </SimpleGrid>
      <CheckField
        label={t('Send reminders without asking')}
        description={t('Otherwise you look at the list of those who are to be reminded, and send it.')}
        value={remindByRule}
        error={errors['remindByRule']}
        onChange={(isOn) => set({ remindByRule: isOn })}
      />
      {reminders.map(({ afterDays, fee }, at) => {
        const change = (more: Partial<(typeof reminders)[number]>) =>
          set({ reminders: reminders.map((one, place) => (place === at ? { ...one, ...more } : one)) });
        return (
          <SimpleGrid key={at} cols={2}>
            <WholeNumber
              label={t('Reminder {step}: days after it was due', { step: at + 1 })}
              min={1}
              max={365}
              value={afterDays}
              error={errors[`reminders.${at}.afterDays`]}
              onChange={(days) => change({ afterDays: days })}
            />
            <AmountInput
              label={t('Reminder {step}: fee', { step: at + 1 })}
              value={fee}
              error={errors[`reminders.${at}.fee`]}
              onChange={(amount) => change({ fee: amount })}
            />
          </SimpleGrid>
        );
      })}
    </SettingsForm>
  );
}
