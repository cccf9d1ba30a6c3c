import { NativeSelect, SimpleGrid, Table, Text, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { lineName } from '@quickfleet/shared/base/money/price-line';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { pricing } from '@quickfleet/shared/company/pricing';
import { faultWords, priceByRules, type RulePrice } from '@quickfleet/shared/quoting/pricing/price-rules';
import { type SpeedType, speedTypes } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import styles from './pricing.module.css';

export const speedNames: Record<SpeedType, string> = {
  today: t('Today'),
  specific_date: t('Chosen day'),
  let_quickfleet_choose: t('Flexible day'),
};
type Rules = CompanySettingsView['pricing'];
const start = {
  pickupAddress: t('1 Pickup Street, 10115 Berlin'),
  deliveryAddress: t('2 Delivery Road, 12047 Berlin'),
  thing: t('Box, 12 kg'),
  pieces: '2',
  km: '',
  speedType: 'today' as SpeedType,
};

/** The price of the example, or why there is none. */
function priceOf(rules: Rules, { thing, pieces, km, ...typed }: typeof start, quoting: CompanySettingsView['quoting']) {
  const checked = pricing.safeParse({ ...rules, isOn: true });
  if (!checked.success) return t('Correct the rules above to see the price.');
  const quantity = /^\d{1,6}$/.test(pieces) ? Number(pieces) : 1;
  const found = priceByRules(
    checked.data,
    { ...typed, items: [{ name: thing, quantity }] },
    {
      ...quoting,
      km: /^\d{1,4}(?:\.\d)?$/.test(km) ? km : null,
      isClosed: false,
      taxRate: quoting.defaultTaxRate,
    },
  );
  return typeof found === 'string' ? faultWords[found] : found;
}

function PriceTable({ price, currency, brand }: { price: RulePrice; currency: string; brand: string }) {
  const amounts = (from: string, to: string) =>
    from === to
      ? formatAmount(from, currency)
      : t('{from} to {to}', { from: formatAmount(from, currency), to: formatAmount(to, currency) });
  return (
    <Table verticalSpacing={4} withRowBorders={false}>
      <Table.Tbody>
        {price.lines.map(({ label, from, to }, at) => (
          <Table.Tr key={at}>
            <Table.Td>{lineName({ label })}</Table.Td>
            <Table.Td ta="right" className="tabular">
              {amounts(from, to)}
            </Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr fw={600}>
          <Table.Td>{t('{brand} shows', { brand })}</Table.Td>
          <Table.Td ta="right" className="tabular">
            {amounts(price.from, price.to)}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

/** What the rules make of a request, while they are typed. */
export function PricingExample({ rules, company }: { rules: Rules; company: CompanySettingsView }) {
  const [typed, setTyped] = useState(start);
  const found = priceOf(rules, typed, company.quoting);
  const field = (name: Exclude<keyof typeof start, 'speedType' | 'km'>, label: string) => (
    <TextInput
      size="xs"
      label={label}
      autoComplete="off"
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, [name]: value }))}
    />
  );
  return (
    <section className={styles.example} aria-label={t('Example')}>
      <Text size="sm" fw={500}>
        {t('Example')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {field('pickupAddress', t('From'))}
        {field('deliveryAddress', t('To (a place)'))}
        {field('thing', t('Item'))}
        {field('pieces', t('Pieces'))}
        <AmountInput
          size="xs"
          label={t('Kilometres, if known')}
          value={typed.km}
          onChange={(km) => setTyped((now) => ({ ...now, km }))}
        />
        <NativeSelect
          size="xs"
          label={t('Speed')}
          data={speedTypes.map((type) => ({ value: type, label: speedNames[type] }))}
          value={typed.speedType}
          onChange={({ currentTarget: { value } }) =>
            setTyped((now) => ({ ...now, speedType: speedTypes.find((type) => type === value) ?? now.speedType }))
          }
        />
      </SimpleGrid>
      <div role="status">
        {typeof found === 'string' ? (
          <Text size="sm">{found}</Text>
        ) : (
          <PriceTable price={found} currency={company.quoting.currency} brand={company.profile.name} />
        )}
      </div>
    </section>
  );
}
