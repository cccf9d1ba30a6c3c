import { Anchor, Card, Group, List, SegmentedControl, Text, Title } from '@mantine/core';
import { WEBHOOK_TIMEOUT_SECONDS } from '@quickfleet/shared/limits';
import { codeLanguages, webhookCode } from '@quickfleet/shared/messages/webhook-code';
import { z } from 'zod';
import { CodeBlock } from '../../../../components/text/code-block.tsx';
import { CopyButton } from '../../../../components/text/copy-button.tsx';
import { useUrlState } from '../../../../lib/addresses/url-state.ts';

const view = z.object({ lang: z.enum(codeLanguages).default('node') });

/** Code that receives events and checks their signatures, in four languages. */
export function Verification() {
  const [{ lang }, setView] = useUrlState(view);
  const { name, file, code } = webhookCode[lang];
  return (
    <Card component="section" aria-labelledby="verify">
      <Title order={2} id="verify">
        Check the signature
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Anyone can call your endpoint. The signature shows that a request came from here and was not changed on the way.
      </Text>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          aria-label="Language"
          data={codeLanguages.map((value) => ({ value, label: webhookCode[value].name }))}
          value={lang}
          onChange={(value) => setView({ lang: codeLanguages.find((one) => one === value) }, 'replace')}
        />
        <CopyButton value={code} what={`code in ${name}`} text={`Copy ${file}`} />
      </Group>
      <CodeBlock text={code} label={`Receiver in ${name}`} isWhole />
      <Title order={3} size="h4" mt="lg" mb="xs">
        Good to know
      </Title>
      <List size="sm" spacing={6}>
        <List.Item>
          Put the secret of your endpoint into <span className="mono">WEBHOOK_SECRET</span>. It was shown when the
          endpoint was created; rotate it to get a new one.
        </List.Item>
        <List.Item>
          Check the body as it came. A body that was parsed and written again has another signature.
        </List.Item>
        <List.Item>
          Answer with any 2xx within {WEBHOOK_TIMEOUT_SECONDS} seconds, and do longer work afterwards. Anything else is
          tried again for three days.
        </List.Item>
        <List.Item>
          An event may come twice, with the same <span className="mono">webhook-id</span>: skip the ones that you have
          handled.
        </List.Item>
        <List.Item>
          The signatures follow{' '}
          <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" inherit underline="always">
            Standard Webhooks
          </Anchor>
          , which has libraries for many more languages.
        </List.Item>
      </List>
    </Card>
  );
}
