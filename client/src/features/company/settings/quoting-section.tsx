import { ActionIcon, Box, Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { rateKinds } from '@quickfleet/shared/base/money/stop-rates';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AmountInput } from '../../../components/forms/amount-input.tsx';
import { CheckField, LineField, OptionalLines, OptionalText, WholeNumber } from './fields.tsx';
import styles from './quoting.module.css';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

type Preset = CompanySettingsView['quoting']['linePresets'][number];
const presetFields = [
  { name: 'label', text: t('Name'), of: t('Saved line') },
  { name: 'unitPrice', text: t('Price'), of: t('Price of saved line') },
  { name: 'taxRate', text: t('Tax %'), of: t('Tax of saved line') },
] as const;
const atStop = [
  { value: '', label: t('Not at stops') },
  { value: 'fixed', label: t('Stops: each time') },
  { value: 'hour', label: t('Stops: per hour') },
  { value: 'typed', label: t('Stops: typed') },
];
/** Those that are offered. */
export const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];

function Presets({
  presets,
  errors,
  onChange,
}: {
  presets: readonly Preset[];
  errors: Record<string, string>;
  onChange: (presets: Preset[]) => void;
}) {
  const change = (at: number, patch: Partial<Preset>) =>
    onChange(presets.map((preset, index) => (index === at ? { ...preset, ...patch } : preset)));
  return (
    <Stack gap="xs" role="group" aria-label={t('Saved lines')}>
      <div>
        <Text size="sm" fw={500}>
          {t('Saved lines')}
        </Text>
        <Text size="xs" c="dimmed">
          {t(
            'Offered first where a price is made; a negative amount is a discount. Drivers can add those for stops, such as waiting or tolls, and the office approves each.',
          )}
        </Text>
      </div>
      {presets.length > 0 && (
        <div className={styles.preset} aria-hidden>
          {presetFields.map(({ name, text }) => (
            <Text key={name} size="xs" c="dimmed" visibleFrom="xs">
              {text}
            </Text>
          ))}
          <Box w={28} visibleFrom="xs" />
        </div>
      )}
      {presets.map((preset, at) => (
        <div key={at} className={styles.preset}>
          {presetFields.map(({ name, text, of }) => {
            const field = {
              size: 'xs',
              'aria-label': `${of} ${at + 1}`,
              placeholder: text,
              value: preset[name],
              error: errors[`linePresets.${at}.${name}`],
              onChange: (value: string) => change(at, { [name]: value }),
            } as const;
            return name === 'label' ? <LineField key={name} {...field} /> : <AmountInput key={name} {...field} />;
          })}
          <NativeSelect
            size="xs"
            className={styles.atStop ?? ''}
            aria-label={t('Saved line {at} at stops', { at: at + 1 })}
            data={atStop}
            value={preset.atStop ?? ''}
            onChange={(event) => change(at, { atStop: rateKinds.find((kind) => kind === event.target.value) ?? null })}
          />
          {preset.atStop === 'hour' && (
            <TextInput
              size="xs"
              className={styles.free ?? ''}
              aria-label={t('Free minutes of saved line {at}', { at: at + 1 })}
              inputMode="numeric"
              rightSection={<Text size="xs">{t('min free')}</Text>}
              rightSectionWidth={68}
              value={String(preset.freeMinutes ?? 0)}
              error={errors[`linePresets.${at}.freeMinutes`]}
              onChange={(event) =>
                change(at, { freeMinutes: Number(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 4)) })
              }
            />
          )}
          <ActionIcon
            className={styles.remove ?? ''}
            aria-label={t('Remove {label}', { label: preset.label || t('saved line {at}', { at: at + 1 }) })}
            onClick={() => onChange(presets.filter((_, index) => index !== at))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...presets, { label: '', quantity: '1', unitPrice: '', taxRate: '0' }])}
        >
          {t('Add a saved line')}
        </Button>
      </Group>
    </Stack>
  );
}

/** How quotes are priced and followed up: what every new one begins with. */
export function QuotingSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, field, form } = useGroup('quoting', company);
  return (
    <SettingsForm
      id="quoting"
      title={t('Quoting')}
      text={t('Defaults for new quotes. Quotes you have sent do not change.')}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect
          label={t('Currency')}
          data={currencies.includes(values.currency) ? currencies : [values.currency, ...currencies]}
          value={values.currency}
          error={errors['currency']}
          onChange={(event) => set({ currency: event.currentTarget.value })}
        />
        <AmountInput label={t('Default tax rate')} rightSection="%" {...field('defaultTaxRate')} />
        <WholeNumber label={t('Valid for')} min={1} max={365} unit={t('days')} {...field('validDays')} />
      </SimpleGrid>
      <CheckField
        label={t('Prices include tax')}
        description={t('Of every price that comes in: on, tax is inside; off, tax is added to it')}
        {...field('pricesIncludeTax')}
      />
      <OptionalText
        label={t('Default payment link')}
        type="url"
        inputMode="url"
        placeholder="https://pay.example.com/?ref={reference}&amount={total}"
        description={t(
          "'{'quoteId'}', '{'reference'}', '{'total'}' and '{'currency'}' are filled in. With it a price and Enter are enough to send a quote.",
        )}
        {...field('defaultPaymentUrl')}
      />
      <OptionalLines
        label={t('Terms')}
        description={t(
          "Shown below the price; the customer accepts them. Leave empty to use this site's Terms of Service.",
        )}
        {...field('terms')}
      />
      <Presets presets={values.linePresets} errors={errors} onChange={(linePresets) => set({ linePresets })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Stack gap={6}>
          <CheckField label={t('Remind before a quote expires')} {...field('remindBeforeEnd')} />
          <WholeNumber
            label={t('Days before the end')}
            min={1}
            max={30}
            disabled={!values.remindBeforeEnd}
            {...field('remindBeforeEndDays')}
          />
        </Stack>
        <Stack gap={6}>
          <CheckField label={t('Remind customers who have not replied')} {...field('remindSilent')} />
          <WholeNumber
            label={t('Days without a reply')}
            min={1}
            max={90}
            disabled={!values.remindSilent}
            {...field('remindSilentDays')}
          />
        </Stack>
      </SimpleGrid>
    </SettingsForm>
  );
}
