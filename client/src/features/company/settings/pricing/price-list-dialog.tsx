import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { currencySign } from '@quickfleet/shared/base/money/money';
import { pricingDefaults } from '@quickfleet/shared/company/pricing';
import { NAME_MAX } from '@quickfleet/shared/limits';
import type { PriceList } from '@quickfleet/shared/quoting/pricing/price-lists';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { useSavePriceList } from './price-lists-mutations.ts';
import { speedNames } from './pricing-example.tsx';
import { RuleRows, ruleColumns } from './rule-rows.tsx';

const empty = {
  name: '',
  validFrom: '',
  validTo: '',
  minimum: '',
  rules: pricingDefaults,
  fuel: [] as { label: string; percent: string }[],
};
type Values = typeof empty;
const valuesOf = (list: PriceList | undefined): Values =>
  list
    ? {
        ...{ name: list.name, validFrom: list.validFrom ?? '', validTo: list.validTo ?? '' },
        ...{ minimum: list.minimum ?? '', rules: list.rules },
        fuel: list.fuelSurcharge.map(({ month, percent }) => ({ label: month, percent })),
      }
    : empty;
const speeds = ['today', 'specific_date', 'let_quickfleet_choose'] as const;
const plain = ['base', 'perItem', 'perKm', 'outOfHours'] as const;
const plainWords = {
  base: t('Base price'),
  perItem: t('For each piece'),
  perKm: t('For each kilometre'),
  outOfHours: t('Outside business hours'),
};

function PriceListForm({
  list,
  currency,
  onDone,
}: {
  list: PriceList | undefined;
  currency: string;
  onDone: () => void;
}) {
  const [values, setValues] = useState(() => valuesOf(list));
  const { create, update } = useSavePriceList(onDone);
  const failed = create.error ?? update.error;
  const issues = issuesOf(failed);
  const { rules, fuel } = values;
  const set = (more: Partial<Values>) => setValues((before) => ({ ...before, ...more }));
  const setRules = (more: Partial<Values['rules']>) => set({ rules: { ...rules, ...more } });
  const under = (name: string) =>
    Object.fromEntries(
      Object.entries(issues).flatMap(([path, text]) =>
        path.startsWith(`${name}.`) ? [[path.slice(name.length + 1).replace('.month', '.label'), text]] : [],
      ),
    );
  const submit = () => {
    const { name, validFrom, validTo, minimum } = values;
    const fuelSurcharge = fuel.map(({ label, percent }) => ({ month: label, percent }));
    const fields = { name, validFrom, validTo, minimum, rules, fuelSurcharge };
    if (list) update.mutate({ id: list.id, version: list.version, ...fields });
    else create.mutate(fields);
  };
  const money = { leftSection: currencySign(currency) };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onDone}
      send={t('Save price list')}
      isPending={create.isPending || update.isPending}
      obstacle={
        failed && Object.keys(issues).length === 0 ? (
          <Text role="alert" size="sm" c="red">
            {messageOf(failed)}
          </Text>
        ) : undefined
      }
    >
      <TextInput
        label={t('Name')}
        withAsterisk
        data-autofocus
        maxLength={NAME_MAX}
        autoComplete="off"
        value={values.name}
        error={issues['name']}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          type="date"
          label={t('Valid from')}
          value={values.validFrom}
          error={issues['validFrom']}
          onChange={({ currentTarget: { value } }) => set({ validFrom: value })}
        />
        <TextInput
          type="date"
          label={t('Valid to')}
          value={values.validTo}
          error={issues['validTo']}
          onChange={({ currentTarget: { value } }) => set({ validTo: value })}
        />
        <AmountInput
          label={t('Minimum price')}
          {...money}
          value={values.minimum}
          error={issues['minimum']}
          onChange={(minimum) => set({ minimum })}
        />
        {plain.map((name) => (
          <AmountInput
            key={name}
            label={plainWords[name]}
            {...money}
            value={rules[name]}
            error={issues[`rules.${name}`]}
            onChange={(amount) => setRules({ [name]: amount })}
          />
        ))}
        {speeds.map((speed) => (
          <AmountInput
            key={speed}
            label={speedNames[speed]}
            {...money}
            value={rules.speeds[speed]}
            error={issues[`rules.speeds.${speed}`]}
            onChange={(amount) => setRules({ speeds: { ...rules.speeds, [speed]: amount } })}
          />
        ))}
      </SimpleGrid>
      <RuleRows
        title={t('Areas')}
        text={t('By the postcodes of both addresses; the dearer area counts.')}
        what="area"
        columns={ruleColumns.zones}
        rows={rules.zones}
        empty={{ label: '', postcodes: [], price: '' }}
        errors={under('rules.zones')}
        onChange={(zones) => setRules({ zones })}
      />
      <RuleRows
        title={t('Weight classes')}
        text={t('By the weight of everything.')}
        what="class"
        columns={ruleColumns.classes}
        rows={rules.classes}
        empty={{ label: '', upToKg: Number.NaN, price: '' }}
        errors={under('rules.classes')}
        onChange={(classes) => setRules({ classes })}
      />
      <RuleRows
        title={t('Surcharges')}
        text={t('An amount, a share of everything else, or both.')}
        what="surcharge"
        columns={ruleColumns.surcharges}
        rows={rules.surcharges}
        empty={{ label: '', amount: '0', percent: '0' }}
        errors={under('rules.surcharges')}
        onChange={(surcharges) => setRules({ surcharges })}
      />
      <RuleRows
        title={t('Fuel surcharge')}
        text={t('A share of everything else, by the month of delivery like 2026-03.')}
        what="surcharge"
        columns={[
          { name: 'label', title: t('Month') },
          { name: 'percent', title: t('Percent'), unit: '%' },
        ]}
        rows={fuel}
        empty={{ label: '', percent: '' }}
        errors={under('fuelSurcharge')}
        onChange={(rows) => set({ fuel: rows })}
      />
    </DialogForm>
  );
}

/** Makes a price list (`edited` without one), or changes it. */
export function PriceListDialog({
  edited,
  currency,
  onClose,
}: {
  edited: { list: PriceList | undefined } | undefined;
  currency: string;
  onClose: () => void;
}) {
  return (
    <Dialog opened={edited !== undefined} onClose={onClose} title={t('Price list')} size="lg">
      <PriceListForm key={edited?.list?.id} list={edited?.list} currency={currency} onDone={onClose} />
    </Dialog>
  );
}
