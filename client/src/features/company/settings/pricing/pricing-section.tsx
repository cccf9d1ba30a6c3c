import { SimpleGrid } from '@mantine/core';
import { currencySign } from '@quickfleet/shared/base/money/money';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { CheckField, WholeNumber } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';
import { PricingExample, speedNames } from './pricing-example.tsx';
import { PricingReplay } from './pricing-replay.tsx';
import { RuleRows, ruleColumns } from './rule-rows.tsx';

const under = (errors: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, text]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), text]] : [],
    ),
  );

/** What a first number is made of, with an example and what it would have been for paid quotes. */
export function PricingSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, field, form } = useGroup('pricing', company);
  const money = { leftSection: currencySign(company.quoting.currency) };
  return (
    <SettingsForm
      id="pricing"
      title={t('Price rules')}
      text={t(
        'A first number for visitors while they fill in the form, for your programs, and for you where you set a price.',
      )}
      {...form}
    >
      <CheckField
        label={t('Show a first number')}
        description={t('Visitors see a range, and still get the price from you')}
        {...field('isOn')}
      />
      <CheckField
        label={t('The number is binding')}
        description={t(
          'A request with one price is priced and sent on arrival. It needs the default payment link, or a customer on account.',
        )}
        {...field('isBinding')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <AmountInput label={t('Base price')} {...money} {...field('base')} />
        <AmountInput label={t('For each piece')} {...money} {...field('perItem')} />
        <AmountInput
          label={t('For each kilometre')}
          description={t('As the crow flies, between addresses with earlier stops; all others are priced by areas')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...money}
          {...field('perKm')}
        />
      </SimpleGrid>
      <RuleRows
        title={t('Areas')}
        text={t(
          'By the postcodes of both addresses; the dearer area counts. With commas between them; * stands for the rest: 10*. Without areas every address has the same price.',
        )}
        what="area"
        columns={ruleColumns.zones}
        rows={values.zones}
        empty={{ label: '', postcodes: [], price: '0' }}
        errors={under(errors, 'zones')}
        onChange={(zones) => set({ zones })}
      />
      <RuleRows
        title={t('Weight classes')}
        text={t('By what the items say, such as “Box, 12 kg”. Where an item says no weight, the number is a range.')}
        what="class"
        columns={ruleColumns.classes}
        rows={values.classes}
        empty={{ label: '', upToKg: Number.NaN, price: '0' }}
        errors={under(errors, 'classes')}
        onChange={(classes) => set({ classes })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {(['today', 'specific_date', 'let_quickfleet_choose'] as const).map((type) => (
          <AmountInput
            key={type}
            label={speedNames[type]}
            {...money}
            value={values.speeds[type]}
            error={errors[`speeds.${type}`]}
            onChange={(amount) => set({ speeds: { ...values.speeds, [type]: amount } })}
          />
        ))}
        <AmountInput label={t('On closed days')} {...money} {...field('outOfHours')} />
        <WholeNumber label={t('Range on both sides')} min={0} max={90} unit="%" {...field('rangePercent')} />
      </SimpleGrid>
      <RuleRows
        title={t('Surcharges')}
        text={t('Added to every price: an amount, a percentage of all other parts, or both.')}
        what="surcharge"
        columns={ruleColumns.surcharges}
        rows={values.surcharges}
        empty={{ label: '', amount: '0', percent: '0' }}
        errors={under(errors, 'surcharges')}
        onChange={(surcharges) => set({ surcharges })}
      />
      <PricingExample rules={values} company={company} />
      <PricingReplay rules={values} />
    </SettingsForm>
  );
}
