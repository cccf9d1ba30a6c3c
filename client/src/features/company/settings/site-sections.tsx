import { Badge, Box, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { writeDecimal } from '@quickfleet/shared/base/money/money';
import { contrastOf, ownShades, shadesOf, textOn } from '@quickfleet/shared/company/accent';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { OptionalLines, OptionalText } from './fields.tsx';
import { LogoField } from './logo-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

interface SectionProps {
  company: CompanySettingsView;
}

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
/** What an accent looks like: a button in it, its shades, and how well the text on it can be read. */
function Shades({ accent }: { accent: string | null }) {
  const shades = accent && isColour(accent) ? shadesOf(accent.toLowerCase()) : ownShades;
  const fill = accent && isColour(accent) ? accent : shades[7];
  return (
    <div>
      <Group gap={0} wrap="nowrap" aria-hidden style={{ borderRadius: 8, overflow: 'hidden' }}>
        {shades.map((shade) => (
          <Box key={shade} h={28} flex={1} bg={shade} />
        ))}
      </Group>
      <Group gap="sm" mt="sm">
        <Badge size="xl" radius="md" bg={fill} c={textOn(fill)}>
          {t('Get Quote')}
        </Badge>
        <Text size="sm" c="dimmed">
          {t('Text on a button: {contrast} to 1. At least 4.5 to 1 is needed.', {
            contrast: writeDecimal(contrastOf(fill, textOn(fill)).toFixed(1)),
          })}
        </Text>
      </Group>
    </div>
  );
}

/** The logo and the colour of buttons, links and marks, on every page, in mails and where other sites show the forms. */
export function LookSection({ company }: SectionProps) {
  const { values, errors, set, field, form } = useGroup('look', company);
  return (
    <SettingsForm
      id="look"
      title={t('Logo and colour')}
      text={t(
        'The logo is on all pages, in mails, on papers and labels, and in the tabs of browsers. The colour is for buttons, links and marks on all pages, in mails and in the forms on other websites; buttons keep it as it is, with dark text where white cannot be read, and links have a shade of it that can.',
      )}
      {...form}
    >
      <LogoField {...field('logoUrl')} />
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('Accent colour')}
          placeholder={ownShades[7]}
          autoComplete="off"
          spellCheck={false}
          value={values.accent ?? ''}
          error={errors['accent']}
          onChange={(event) => set({ accent: event.currentTarget.value || null })}
        />
        <TextInput
          type="color"
          aria-label={t('Pick the accent colour')}
          w={64}
          value={values.accent && isColour(values.accent) ? values.accent : ownShades[7]}
          onChange={(event) => set({ accent: event.currentTarget.value })}
        />
        {values.accent !== null && (
          <Button variant="subtle" onClick={() => set({ accent: null })}>
            {t('Use the standard colour')}
          </Button>
        )}
      </Group>
      <Shades accent={values.accent} />
    </SettingsForm>
  );
}

const sections = [
  { name: 'services', label: t('Show the services') },
  { name: 'whyChoose', label: t('Show the reasons to choose you') },
  { name: 'contact', label: t('Show contact and business hours') },
] as const;

const claims = [
  { name: 'sameDay', label: t('Say that you deliver on the same day') },
  { name: 'insured', label: t('Say that packages are insured') },
  { name: 'weekend', label: t('Say that there is support at weekends') },
  { name: 'roundTheClock', label: t('Say that there is support 24/7') },
  { name: 'record', label: t('Say “5-Star Rated Service” and “99.9% Delivery Success”') },
] as const;

/** The company's own words on the public pages; empty fields have the standard ones. */
export function SiteSection({ company }: SectionProps) {
  const { values, field, set, form } = useGroup('site', company);
  return (
    <SettingsForm
      id="site"
      title={t('Website texts')}
      text={t('Leave a field empty to use the standard text.')}
      {...form}
    >
      <OptionalText
        label={t('Headline')}
        placeholder={t('Delivered today. Tracked all the way.')}
        {...field('headline')}
      />
      <OptionalLines label={t('Introduction')} {...field('intro')} />
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
      <OptionalLines label={t('Privacy policy')} minRows={5} maxRows={15} {...field('privacy')} />
      <OptionalLines label={t('Terms of service')} minRows={5} maxRows={15} {...field('terms')} />
    </SettingsForm>
  );
}
