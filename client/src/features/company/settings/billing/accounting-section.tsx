import { SimpleGrid } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { LineField, WholeNumber } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

const accounts = ['receivables', 'bank', 'cash', 'revenue', 'tax', 'rounding'] as const;
const accountWords = {
  receivables: t('Receivables'),
  bank: t('Bank'),
  cash: t('Cash (account)'),
  revenue: t('Other revenue'),
  tax: t('Other taxes'),
  rounding: t('Rounding'),
};
const numbers = ['consultantNumber', 'clientNumber'] as const;
const numberWords = { consultantNumber: t('Consultant number (DATEV)'), clientNumber: t('Client number (DATEV)') };

/** To which accounts a month is booked. */
export function AccountingSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, field, form } = useGroup('accounting', company);
  const { revenues } = values;
  return (
    <SettingsForm
      id="accounting"
      title={t('Accounting')}
      text={t('The accounts of the journal and of the bookings for DATEV. A closed month keeps those that it has.')}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {numbers.map((name) => (
          <LineField
            key={name}
            label={numberWords[name]}
            inputMode="numeric"
            value={String(values[name] ?? '')}
            error={errors[name]}
            onChange={(text) => set({ [name]: text.trim() === '' ? null : Number(text) })}
          />
        ))}
        <WholeNumber label={t('First month of the year')} min={1} max={12} {...field('yearStart')} />
        <WholeNumber label={t('Digits of an account')} min={4} max={8} {...field('accountLength')} />
        {accounts.map((name) => (
          <LineField key={name} label={accountWords[name]} inputMode="numeric" {...field(name)} />
        ))}
      </SimpleGrid>
      {revenues.map(({ category, rate, account, taxAccount, discountAccount }, at) => {
        const change = (more: Partial<(typeof revenues)[number]>) =>
          set({ revenues: revenues.map((one, place) => (place === at ? { ...one, ...more } : one)) });
        const of = { category, rate: rate === null ? t('other rates') : `${rate} %` };
        return (
          <SimpleGrid key={at} cols={{ base: 1, xs: 3 }}>
            <LineField
              label={t('Revenue, {category} {rate}', of)}
              inputMode="numeric"
              value={account}
              error={errors[`revenues.${at}.account`]}
              onChange={(text) => change({ account: text })}
            />
            <LineField
              label={t('Tax, {category} {rate}', of)}
              inputMode="numeric"
              value={taxAccount ?? ''}
              error={errors[`revenues.${at}.taxAccount`]}
              onChange={(text) => change({ taxAccount: text || null })}
            />
            <LineField
              label={t('Discounts, {category} {rate}', of)}
              inputMode="numeric"
              value={discountAccount ?? ''}
              error={errors[`revenues.${at}.discountAccount`]}
              onChange={(text) => change({ discountAccount: text || null })}
            />
          </SimpleGrid>
        );
      })}
    </SettingsForm>
  );
}
