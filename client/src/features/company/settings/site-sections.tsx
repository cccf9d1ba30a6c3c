import { Box, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { contrastOf, ownShades, shadesOf } from '@quickfleet/shared/company/accent';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { OptionalLines, OptionalText } from './fields.tsx';
import { LogoField } from './logo-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

interface SectionProps {
  company: CompanySettingsView;
}

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
/** What an accent looks like: its shades, and how well white can be read on it. */
function Shades({ accent }: { accent: string | null }) {
  const shades = accent && isColour(accent) ? shadesOf(accent.toLowerCase()) : ownShades;
  return (
    <div>
      <Group gap={0} wrap="nowrap" aria-hidden style={{ borderRadius: 8, overflow: 'hidden' }}>
        {shades.map((shade) => (
          <Box key={shade} h={28} flex={1} bg={shade} />
        ))}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        White text on a button: {contrastOf(shades[7], '#ffffff').toFixed(1)} to 1. At least 4.5 to 1 is needed.
      </Text>
    </div>
  );
}

/** The logo and the colour of buttons, links and marks, on every page, in mails and where other sites show the forms. */
export function LookSection({ company }: SectionProps) {
  const { values, errors, set, field, form } = useGroup('look', company);
  return (
    <SettingsForm
      id="look"
      title="Logo and colour"
      text="The logo is on all pages, in mails, on papers and labels, and in the tabs of browsers. The colour is for buttons, links and marks on all pages, in mails and in the forms on other websites; one that is too light or too dark to be read is corrected."
      {...form}
    >
      <LogoField {...field('logoUrl')} />
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Accent colour"
          placeholder={ownShades[7]}
          autoComplete="off"
          spellCheck={false}
          value={values.accent ?? ''}
          error={errors['accent']}
          onChange={(event) => set({ accent: event.currentTarget.value || null })}
        />
        <TextInput
          type="color"
          aria-label="Pick the accent colour"
          w={64}
          value={values.accent && isColour(values.accent) ? values.accent : ownShades[7]}
          onChange={(event) => set({ accent: event.currentTarget.value })}
        />
        {values.accent !== null && (
          <Button variant="subtle" onClick={() => set({ accent: null })}>
            Use the standard colour
          </Button>
        )}
      </Group>
      <Shades accent={values.accent} />
    </SettingsForm>
  );
}

const sections = [
  { name: 'services', label: 'Show the services' },
  { name: 'whyChoose', label: 'Show the reasons to choose you' },
  { name: 'contact', label: 'Show contact and business hours' },
] as const;

const claims = [
  { name: 'sameDay', label: 'Say that you deliver on the same day' },
  { name: 'insured', label: 'Say that packages are insured' },
  { name: 'weekend', label: 'Say that there is support at weekends' },
  { name: 'roundTheClock', label: 'Say that there is support 24/7' },
  { name: 'record', label: 'Say “5-Star Rated Service” and “99.9% Delivery Success”' },
] as const;

/** The company's own words on the public pages; empty fields have the standard ones. */
export function SiteSection({ company }: SectionProps) {
  const { values, field, set, form } = useGroup('site', company);
  return (
    <SettingsForm id="site" title="Website texts" text="Leave a field empty to use the standard text." {...form}>
      <OptionalText label="Headline" placeholder="Delivered today. Tracked all the way." {...field('headline')} />
      <OptionalLines label="Introduction" {...field('intro')} />
      {sections.map(({ name, label }) => (
        <Switch
          key={name}
          label={label}
          checked={values.sections[name]}
          onChange={(event) => set({ sections: { ...values.sections, [name]: event.currentTarget.checked } })}
        />
      ))}
      {claims.map(({ name, label }) => (
        <Switch
          key={name}
          label={label}
          checked={values.claims[name]}
          onChange={(event) => set({ claims: { ...values.claims, [name]: event.currentTarget.checked } })}
        />
      ))}
      <OptionalLines label="Privacy policy" minRows={5} maxRows={15} {...field('privacy')} />
      <OptionalLines label="Terms of service" minRows={5} maxRows={15} {...field('terms')} />
    </SettingsForm>
  );
}
