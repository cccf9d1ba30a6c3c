import { SimpleGrid } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { CheckField, OptionalText } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';

const FIELDS = [
  ...(['vatId', 'taxNumber', 'registerNumber', 'representedBy', 'isSmallBusiness', 'electronicAddress'] as const),
  ...(['iban', 'bic', 'bankName', 'qrIban'] as const),
] as const;

/** What invoices, bank transfers and the imprint need. */
export function BillingSection({ company, withRate = false }: { company: CompanySettingsView; withRate?: boolean }) {
  const { field, errors, save, form } = useGroup('billing', company, FIELDS);
  const present = company.quoting.defaultTaxRate;
  const [rate, setRate] = useState(present);
  const isNewRate = withRate && rate !== present;
  return (
    <SettingsForm
      id="billing"
      title={t('Billing')}
      text={t('Your tax numbers and bank account. The account is shown to customers who pay by bank transfer.')}
      {...form}
      isChanged={form.isChanged || isNewRate}
      onSave={() => save({}, isNewRate ? { quoting: { defaultTaxRate: rate } } : {})}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText label={t('VAT number')} {...field('vatId')} />
        <OptionalText label={t('Tax number')} {...field('taxNumber')} />
        <OptionalText label={t('Register number')} {...field('registerNumber')} />
        <OptionalText label={t('Represented by')} {...field('representedBy')} />
      </SimpleGrid>
      {withRate && (
        <AmountInput
          label={t('Default tax rate')}
          rightSection="%"
          value={rate}
          error={errors['quoting.defaultTaxRate']}
          onChange={setRate}
        />
      )}
      <CheckField
        label={t('Small business')}
        description={t('You charge no VAT, by the small-business rule of your country')}
        {...field('isSmallBusiness')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText label="IBAN" autoComplete="off" {...field('iban')} />
        <OptionalText label="BIC" autoComplete="off" {...field('bic')} />
        <OptionalText label={t('Bank')} {...field('bankName')} />
        <OptionalText label="QR-IBAN" autoComplete="off" {...field('qrIban')} />
        <OptionalText
          label={t('Electronic address')}
          description={t(
            'Your address for electronic invoices, like 9930:DE123456789. Without one it is your VAT number',
          )}
          {...field('electronicAddress')}
        />
      </SimpleGrid>
    </SettingsForm>
  );
}
