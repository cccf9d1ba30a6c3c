import { ActionIcon, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { OptionalLines, OptionalText, WholeNumber } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { useGroup } from '../use-group.ts';
import styles from './quoting.module.css';

type Preset = CompanySettingsView['quoting']['linePresets'][number];
const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];

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
    <Stack gap="xs" role="group" aria-label="Saved lines">
      <div>
        <Text size="sm" fw={500}>
          Saved lines
        </Text>
        <Text size="xs" c="dimmed">
          Offered first where a price is made; a negative amount is a discount.
        </Text>
      </div>
      {presets.map((preset, at) => (
        <div key={at} className={styles.preset}>
          <TextInput
            size="xs"
            aria-label={`Saved line ${at + 1}`}
            placeholder="Name"
            value={preset.label}
            error={errors[`linePresets.${at}.label`]}
            onChange={(event) => change(at, { label: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            aria-label={`Price of saved line ${at + 1}`}
            placeholder="Price"
            inputMode="decimal"
            value={preset.unitPrice}
            error={errors[`linePresets.${at}.unitPrice`]}
            onChange={(event) => change(at, { unitPrice: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            aria-label={`Tax of saved line ${at + 1}`}
            placeholder="Tax %"
            inputMode="decimal"
            value={preset.taxRate}
            error={errors[`linePresets.${at}.taxRate`]}
            onChange={(event) => change(at, { taxRate: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove ${preset.label || `saved line ${at + 1}`}`}
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
          Add a saved line
        </Button>
      </Group>
    </Stack>
  );
}

/** How quotes are priced and followed up: what every new one begins with. */
export function QuotingSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, ...form } = useGroup('quoting', company);
  return (
    <SettingsForm
      id="quoting"
      title="Quoting"
      text="Defaults for new quotes. Quotes you have sent do not change."
      isChanged={form.isChanged}
      isPending={form.isPending}
      onSave={form.save}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect
          label="Currency"
          data={currencies.includes(values.currency) ? currencies : [values.currency, ...currencies]}
          value={values.currency}
          error={errors['currency']}
          onChange={(event) => set({ currency: event.currentTarget.value })}
        />
        <TextInput
          label="Default tax rate"
          rightSection="%"
          inputMode="decimal"
          autoComplete="off"
          value={values.defaultTaxRate}
          error={errors['defaultTaxRate']}
          onChange={(event) => set({ defaultTaxRate: event.currentTarget.value })}
        />
        <WholeNumber
          label="Valid for"
          min={1}
          max={365}
          unit="days"
          value={values.validDays}
          error={errors['validDays']}
          onChange={(validDays) => set({ validDays })}
        />
      </SimpleGrid>
      <Checkbox
        label="Prices include tax"
        description="Switched off, tax is added to what is typed for each line"
        checked={values.pricesIncludeTax}
        onChange={(event) => set({ pricesIncludeTax: event.currentTarget.checked })}
      />
      <OptionalText
        label="Default payment link"
        type="url"
        inputMode="url"
        placeholder="https://pay.example.com/?ref={reference}&amount={total}"
        description="{quoteId}, {reference}, {total} and {currency} are filled in. With it a price and Enter are enough to send a quote."
        value={values.defaultPaymentUrl}
        error={errors['defaultPaymentUrl']}
        onChange={(defaultPaymentUrl) => set({ defaultPaymentUrl })}
      />
      <OptionalLines
        label="Terms"
        description="Shown below the price; the customer accepts them. Leave empty to use this site's Terms of Service."
        value={values.terms}
        error={errors['terms']}
        onChange={(terms) => set({ terms })}
      />
      <Presets presets={values.linePresets} errors={errors} onChange={(linePresets) => set({ linePresets })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Stack gap={6}>
          <Checkbox
            label="Remind before a quote expires"
            checked={values.remindBeforeEnd}
            onChange={(event) => set({ remindBeforeEnd: event.currentTarget.checked })}
          />
          <WholeNumber
            label="Days before the end"
            min={1}
            max={30}
            disabled={!values.remindBeforeEnd}
            value={values.remindBeforeEndDays}
            error={errors['remindBeforeEndDays']}
            onChange={(remindBeforeEndDays) => set({ remindBeforeEndDays })}
          />
        </Stack>
        <Stack gap={6}>
          <Checkbox
            label="Remind customers who have not replied"
            checked={values.remindSilent}
            onChange={(event) => set({ remindSilent: event.currentTarget.checked })}
          />
          <WholeNumber
            label="Days without a reply"
            min={1}
            max={90}
            disabled={!values.remindSilent}
            value={values.remindSilentDays}
            error={errors['remindSilentDays']}
            onChange={(remindSilentDays) => set({ remindSilentDays })}
          />
        </Stack>
      </SimpleGrid>
    </SettingsForm>
  );
}
