import { Select, SimpleGrid, Switch, Text } from '@mantine/core';
import { timeInWords } from '@quickfleet/shared/base/time/zoned-time';
import { isMadeUp } from '@quickfleet/shared/company/brand';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { LineField, OptionalLines, OptionalText } from './fields.tsx';
import { countries, languageNames, timeZones } from './places.ts';
import { SettingsForm } from './settings-form.tsx';
import { lockOf, useGroup } from './use-group.ts';

interface SectionProps {
  company: CompanySettingsView;
}

/** What the product begins with is no company's: in the first run these fields are empty, and their owner fills them. */
const emptied = (company: CompanySettingsView) =>
  Object.fromEntries(
    (['name', 'phone', 'email'] as const)
      .filter((name) => isMadeUp(name, company.profile[name]) && !lockOf(company, `profile.${name}`).disabled)
      .map((name) => [name, '']),
  );

/** Who the company is, on every page and in every mail. */
export function ProfileSection({ company, isFirst = false }: SectionProps & { isFirst?: boolean }) {
  const { field, form } = useGroup('profile', company, undefined, isFirst ? emptied(company) : {});
  return (
    <SettingsForm
      id="profile"
      title={t('Company')}
      text={t('What people read on your pages, in your mails and on your papers.')}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LineField label={t('Name')} {...field('name')} />
        <OptionalText label={t('Registered name')} {...field('legalName')} />
        <LineField label={t('Phone')} type="tel" {...field('phone')} />
        <LineField label={t('E-mail')} type="email" {...field('email')} />
      </SimpleGrid>
      <OptionalLines label={t('Address')} {...field('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText
          label={t('Area served')}
          placeholder={t('Springfield and 50 miles around')}
          {...field('areaServed')}
        />
        <OptionalText label={t('Website')} type="url" placeholder="https://www.example.com" {...field('website')} />
      </SimpleGrid>
    </SettingsForm>
  );
}

const choose = <Value extends string>(onChange: (value: Value) => void) => ({
  allowDeselect: false,
  onChange: (value: string | null) => value !== null && onChange(value as Value),
});

interface FieldOf<Value> {
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

/** Zone, country, clock and language. */
export function PlaceFields({
  zone,
  cycle,
  country,
  language,
}: {
  zone: FieldOf<string>;
  cycle: FieldOf<CompanySettingsView['locale']['hourCycle']>;
  country: FieldOf<string>;
  language: FieldOf<CompanySettingsView['locale']['language']>;
}) {
  return (
    <>
      <Select label={t('Time zone')} searchable data={timeZones(zone.value)} {...zone} {...choose(zone.onChange)} />
      <Select
        label={t('Country')}
        searchable
        data={countries(country.value)}
        {...country}
        {...choose(country.onChange)}
      />
      <Select
        label={t('Clock')}
        description={t('People who read German or French always see 24 hours.')}
        data={[
          { value: 'h12', label: t('12 hours: 3:30 PM') },
          { value: 'h23', label: t('24 hours: 15:30') },
        ]}
        {...cycle}
        {...choose(cycle.onChange)}
      />
      <Select
        label={t('Language')}
        data={languageNames}
        description={t('For visitors who ask for no other language, and for the e-mails to you.')}
        {...language}
        {...choose(language.onChange)}
      />
    </>
  );
}

/** Where the company is: its clocks, its language, and the country of numbers that name none. */
export function LocaleSection({ company }: SectionProps) {
  const { values, field, form } = useGroup('locale', company);
  return (
    <SettingsForm
      id="locale"
      title={t('Place and time')}
      text={t(
        'Days, deadlines and delivery windows go by these clocks. A new time zone applies to what comes next: days that were planned before keep their date.',
      )}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PlaceFields
          zone={field('timeZone')}
          cycle={field('hourCycle')}
          country={field('country')}
          language={field('language')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('It is now {time} there.', { time: timeInWords(new Date(), values.timeZone, values.hourCycle) })}
      </Text>
    </SettingsForm>
  );
}

/** Whether strangers may make an account, and what the staff signs in with. */
export function RegistrationSection({ company }: SectionProps) {
  const { values, set, form } = useGroup('registration', company);
  const locked = lockOf(company, 'registration.isOpen');
  return (
    <SettingsForm
      id="registration"
      title={t('Registration and sign-in')}
      text={t('An account shows nothing of the office: staff and drivers are added on the screen Team.')}
      {...form}
    >
      <Switch
        label={t('Let visitors register')}
        checked={values.isOpen}
        onChange={(event) => set({ isOpen: event.currentTarget.checked })}
        {...locked}
      />
      <Switch
        label={t('Require a second factor from staff')}
        description={t(
          'Admins and dispatchers set it up before anything else. Set up your own first, in Account and security.',
        )}
        checked={values.secondFactor === 'staff'}
        onChange={(event) => set({ secondFactor: event.currentTarget.checked ? 'staff' : 'optional' })}
      />
    </SettingsForm>
  );
}
