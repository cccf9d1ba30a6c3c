import { Anchor, Card, Group, List, SegmentedControl, Text, Title } from '@mantine/core';
import { WEBHOOK_TIMEOUT_SECONDS } from '@quickfleet/shared/limits';
import { codeLanguages, webhookCode } from '@quickfleet/shared/messages/webhook-code';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { CodeBlock } from '../../../../components/text/code/code-block.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { useUrlState } from '../../../../lib/addresses/url-state.ts';
import { rich } from '../../../../lib/words/rich.tsx';

/** As the code names the secret, and the header that an event is known by. */
const [SECRET, EVENT_ID] = ['WEBHOOK_SECRET', 'webhook-id'];

const view = z.object({ lang: z.enum(codeLanguages).default('node') });

/** Code that receives events and checks their signatures, in four languages. */
export function Verification() {
  const [{ lang }, setView] = useUrlState(view);
  const { name, file, code } = webhookCode[lang];
  return (
    <Card component="section" aria-labelledby="verify">
      <Title order={2} id="verify">
        {t('Check the signature')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(
          'Anyone can call your endpoint. The signature shows that a request came from here and was not changed on the way.',
        )}
      </Text>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          aria-label={t('Language')}
          data={codeLanguages.map((value) => ({ value, label: webhookCode[value].name }))}
          value={lang}
          onChange={(value) => setView({ lang: codeLanguages.find((one) => one === value) }, 'replace')}
        />
        <CopyButton value={code} what={t('code in {name}', { name })} text={t('Copy {file}', { file })} />
      </Group>
      <CodeBlock text={code} label={t('Receiver in {name}', { name })} isWhole />
      <Title order={3} size="h4" mt="lg" mb="xs">
        {t('Good to know')}
      </Title>
      <List size="sm" spacing={6}>
        <List.Item>
          {rich(
            'Put the secret of your endpoint into {text}. It was shown when the endpoint was created; rotate it to get a new one.',
            { text: <span className="mono">{SECRET}</span> },
          )}
        </List.Item>
        <List.Item>
          {t('Check the body as it came. A body that was parsed and written again has another signature.')}
        </List.Item>
        <List.Item>
          {t(
            'Answer with any 2xx within {seconds} seconds, and do longer work afterwards. Anything else is tried again for three days.',
            { seconds: WEBHOOK_TIMEOUT_SECONDS },
          )}
        </List.Item>
        <List.Item>
          {rich('An event may come twice, with the same {text}: skip the ones that you have handled.', {
            text: <span className="mono">{EVENT_ID}</span>,
          })}
        </List.Item>
        <List.Item>
          {rich('The signatures follow {link}, which has libraries for many more languages.', {
            link: (
              <Anchor
                href="https://www.standardwebhooks.com"
                target="_blank"
                rel="noreferrer"
                inherit
                underline="always"
              >
                {t('Standard Webhooks')}
              </Anchor>
            ),
          })}
        </List.Item>
      </List>
    </Card>
  );
}
