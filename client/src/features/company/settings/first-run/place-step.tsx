import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money';
import { formatIn, timeInWords } from '@quickfleet/shared/base/zoned-time';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { useState } from 'react';
import { PlaceFields } from '../own-sections.tsx';
import { countries } from '../places.ts';
import { currencies } from '../quoting-section.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { lockOf, useGroup } from '../use-group.ts';
import { guessPlace } from './guess.ts';

type Locale = CompanySettingsView['locale'];
const fields = ['timeZone', 'hourCycle', 'country'] as const;

const dayIn = (zone: string): string =>
  formatIn(zone, 'en-US', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }).format(new Date());

/** Zone, clock and money in one form, filled in from the browser while `isFirst`, with what they make of now. */
export function PlaceStep({ company, isFirst }: { company: CompanySettingsView; isFirst: boolean }) {
  const [guess] = useState(() => guessPlace(countries(company.locale.country).map(({ value }) => value)));
  const [proposed] = useState((): Partial<Locale> => {
    if (!isFirst) return {};
    const { timeZone, hourCycle, country = company.locale.country } = guess;
    const all = { timeZone, hourCycle, country };
    return Object.fromEntries(Object.entries(all).filter(([name]) => !lockOf(company, `locale.${name}`).disabled));
  });
  const { values, errors, field, save, form } = useGroup('locale', company, fields, proposed);
  const present = company.quoting.currency;
  const [currency, setCurrency] = useState((isFirst && guess.currency) || present);
  const listed = [...new Set([currency, present, ...currencies])];
  return (
    <SettingsForm
      id="place"
      title="Place, time and money"
      text={
        isFirst
          ? 'This is what your browser says. Days, deadlines and delivery windows go by these clocks, so check them first.'
          : 'Days, deadlines and delivery windows go by these clocks.'
      }
      {...form}
      isChanged={form.isChanged || currency !== present}
      onSave={() => save({}, currency === present ? {} : { quoting: { currency } })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PlaceFields zone={field('timeZone')} cycle={field('hourCycle')} country={field('country')} />
        <NativeSelect
          label="Currency"
          data={listed}
          value={currency}
          error={errors['quoting.currency']}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" role="status">
        It is {timeInWords(new Date(), values.timeZone, values.hourCycle)} on {dayIn(values.timeZone)}, and a price
        looks like {formatAmount('1234.5', currency)}.
      </Text>
    </SettingsForm>
  );
}
