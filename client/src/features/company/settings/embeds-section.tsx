import { Code, Group, Stack, Text, Textarea } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

const lines = (what: 'tracking' | 'quote') =>
  `<div data-quickfleet="${what}"></div>\n<script src="${location.origin}/embed.js" async></script>`;

function Snippet({ label, what }: { label: string; what: 'tracking' | 'quote' }) {
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={lines(what)} what={t('lines for the {label}', { label: labelWithin(label) })} />
      </Group>
      <Code block>{lines(what)}</Code>
    </Stack>
  );
}

/** The sites that may show the public forms in their pages, and what they put there. */
export function EmbedsSection({ company }: { company: CompanySettingsView }) {
  const { values, errors, set, form } = useGroup('embeds', company);
  const error = Object.entries(errors).find(([path]) => path.startsWith('origins'))?.[1];
  return (
    <SettingsForm
      id="embeds"
      title={t('Other websites')}
      text={t('These sites may show your tracking field and your quote form in their own pages.')}
      {...form}
    >
      <Textarea
        label={t('Addresses of the sites')}
        description={t('One per line')}
        placeholder="https://shop.example.com"
        autosize
        minRows={2}
        value={values.origins.join('\n')}
        error={error}
        onChange={(event) =>
          set({ origins: event.currentTarget.value === '' ? [] : event.currentTarget.value.split('\n') })
        }
      />
      <Snippet label={t('Tracking field')} what="tracking" />
      <Snippet label={t('Quote form')} what="quote" />
    </SettingsForm>
  );
}
