import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { formatIn, timeInWords } from '@quickfleet/shared/base/time/zoned-time';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { PlaceFields } from '../own-sections.tsx';
import { countries } from '../places.ts';
import { currencies } from '../quoting-section.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { lockOf, useGroup } from '../use-group.ts';
import { guessPlace } from './guess.ts';

type Locale = CompanySettingsView['locale'];
const fields = ['timeZone', 'hourCycle', 'country', 'language'] as const;

const dayIn = (zone: string): string =>
  formatIn(zone, localeOf(language()), { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }).format(
    new Date(),
  );

/** Zone, clock, language and money in one form, filled in from the browser while `isFirst`, with what they make of now. */
export function PlaceStep({ company, isFirst }: { company: CompanySettingsView; isFirst: boolean }) {
  const [guess] = useState(() => guessPlace(countries(company.locale.country).map(({ value }) => value)));
  const [proposed] = useState((): Partial<Locale> => {
    if (!isFirst) return {};
    const { timeZone, hourCycle, country = company.locale.country, language: spoken = company.locale.language } = guess;
    const all = { timeZone, hourCycle, country, language: spoken };
    return Object.fromEntries(Object.entries(all).filter(([name]) => !lockOf(company, `locale.${name}`).disabled));
  });
  const { values, errors, field, save, form } = useGroup('locale', company, fields, proposed);
  const present = company.quoting.currency;
  const [currency, setCurrency] = useState((isFirst && guess.currency) || present);
  const listed = [...new Set([currency, present, ...currencies])];
  return (
    <SettingsForm
      id="place"
      title={t('Place, time and money')}
      text={
        isFirst
          ? t(
              'This is what your browser says. Days, deadlines and delivery windows go by these clocks, so check them first.',
            )
          : t('Days, deadlines and delivery windows go by these clocks.')
      }
      {...form}
      isChanged={form.isChanged || currency !== present}
      onSave={() => save({}, currency === present ? {} : { quoting: { currency } })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PlaceFields
          zone={field('timeZone')}
          cycle={field('hourCycle')}
          country={field('country')}
          language={field('language')}
        />
        <NativeSelect
          label={t('Currency')}
          data={listed}
          value={currency}
          error={errors['quoting.currency']}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" role="status">
        {t('It is {time} on {dayIn}, and a price looks like {amount}.', {
          time: timeInWords(new Date(), values.timeZone, values.hourCycle),
          dayIn: dayIn(values.timeZone),
          amount: formatAmount('1234.5', currency),
        })}
      </Text>
    </SettingsForm>
  );
}
