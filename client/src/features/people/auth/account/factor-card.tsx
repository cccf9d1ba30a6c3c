import { Alert, Badge, Button, Code, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { beginFactor, byCode } from '@quickfleet/shared/people/factor';
import { t } from '@quickfleet/shared/words/t';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { QrCode } from '../../../../components/text/code/qr-code.tsx';
import { issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { sessionKey } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { formatDate } from '../../../../lib/words/format.ts';

type Step =
  | { at: 'state' }
  | { at: 'password' }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; codes: string[] }
  | { at: 'renew' }
  | { at: 'remove' };

/** The state of the account, the frame's badge and the staff's redirect follow a change. */
function useRefresh() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return () => {
    void utils.factor.get.invalidate();
    void queryClient.invalidateQueries({ queryKey: sessionKey });
  };
}

interface CodeFormProps {
  label: string;
  action: string;
  failed: string;
  send: (input: { code: string }) => Promise<void>;
  onCancel: () => void;
  isDanger?: boolean;
}
/** One code of the app, and what it is for. */
function CodeForm({ label, action, failed, send, onCancel, isDanger = false }: CodeFormProps) {
  const { form, onSubmit, showErrors } = useZodForm(byCode, { code: '' });
  const [isSending, setSending] = useState(false);
  const submit = async (input: { code: string }) => {
    setSending(true);
    try {
      await send(input);
    } catch (error) {
      if (Object.keys(issuesOf(error)).length > 0) showErrors(issuesOf(error));
      else showError(failed, messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={onSubmit((input) => void submit(input))} noValidate>
      <Stack gap="sm">
        <TextInput
          key={form.key('code')}
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maw={280}
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" loading={isSending} {...(isDanger ? { color: 'red' } : {})}>
            {action}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasswordStep({
  onBegun,
  onCancel,
}: {
  onBegun: (made: { secret: string; uri: string }) => void;
  onCancel: () => void;
}) {
  const begin = trpc.factor.begin.useMutation();
  const { form, onSubmit, showErrors } = useZodForm(beginFactor, { currentPassword: '' });
  const submit = async (input: { currentPassword: string }) => {
    try {
      onBegun(await begin.mutateAsync(input));
    } catch (error) {
      if (Object.keys(issuesOf(error)).length > 0) showErrors(issuesOf(error));
      else showError(t('Not set up'), messageOf(error));
    }
  };
  return (
    <form onSubmit={onSubmit((input) => void submit(input))} noValidate>
      <Stack gap="sm">
        <PasswordInput
          key={form.key('currentPassword')}
          label={t('Current password')}
          autoComplete="current-password"
          maw={360}
          {...form.getInputProps('currentPassword')}
        />
        <Group>
          <Button type="submit" loading={begin.isPending}>
            {t('Continue')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ScanStep({ secret, uri, children }: { secret: string; uri: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Text>
        {t(
          'Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis. Then enter the six digits that it shows.',
        )}
      </Text>
      <QrCode text={uri} side={200} label={t('QR code for the authenticator app')} />
      <Group gap="xs">
        <Text size="sm">{t('Or enter the key yourself:')}</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret} what={t('key (to copy)')} />
      </Group>
      {children}
    </Stack>
  );
}

function CodesStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack gap="sm">
      <Alert color="amber" role="status" title={t('Keep your recovery codes')}>
        {t('If you lose your phone, each of these codes signs you in once. They are shown only now.')}
      </Alert>
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="xs">
        {codes.map((code) => (
          <li key={code}>
            <Code fz="md">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={codes.join('\n')} what={t('recovery codes (to copy)')} text={t('Copy the codes')} />
        <Button onClick={onDone}>{t('I have kept them')}</Button>
      </Group>
    </Stack>
  );
}

/** The second factor of the sign-in: set up, new recovery codes, turned off. */
export function FactorCard() {
  const factor = trpc.factor.get.useQuery();
  const confirm = trpc.factor.confirm.useMutation();
  const renew = trpc.factor.renewCodes.useMutation();
  const remove = trpc.factor.remove.useMutation();
  const refresh = useRefresh();
  const [step, setStep] = useState<Step>({ at: 'state' });
  const back = () => setStep({ at: 'state' });
  const { isOn = false, isRequired = false, since = null, recoveryCodesLeft = 0 } = factor.data ?? {};

  return (
    <SectionCard
      title={t('Second factor')}
      aside={
        factor.data && (
          <Badge color={isOn ? 'teal' : 'gray'} variant="light">
            {isOn ? t('On') : t('Off')}
          </Badge>
        )
      }
    >
      <QueryState query={factor} title={t('The second factor could not be loaded')} rows={1} />
      {isRequired && !isOn && step.at !== 'codes' && (
        <Alert color="amber" mb="sm" icon={<IconShieldCheck aria-hidden />}>
          {t('Your company requires a second factor for your role. Set it up to continue.')}
        </Alert>
      )}
      {factor.data && step.at === 'state' && (
        <Stack gap="sm">
          <Text>
            {isOn && since
              ? t('On since {date}. {count, plural, one {# recovery code} other {# recovery codes}} left.', {
                  date: formatDate(since),
                  count: recoveryCodesLeft,
                })
              : t(
                  'After your password, you enter a code from an app on your phone. A stolen password alone then opens nothing.',
                )}
          </Text>
          <Group>
            {!isOn && <Button onClick={() => setStep({ at: 'password' })}>{t('Set up the second factor')}</Button>}
            {isOn && (
              <Button variant="default" onClick={() => setStep({ at: 'renew' })}>
                {t('New recovery codes')}
              </Button>
            )}
            {isOn && !isRequired && (
              <Button variant="default" onClick={() => setStep({ at: 'remove' })}>
                {t('Turn off')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
      {step.at === 'password' && <PasswordStep onBegun={(made) => setStep({ at: 'scan', ...made })} onCancel={back} />}
      {step.at === 'scan' && (
        <ScanStep secret={step.secret} uri={step.uri}>
          <CodeForm
            label={t('Code of the app')}
            action={t('Turn on')}
            failed={t('Not turned on')}
            onCancel={back}
            send={async (input) => {
              setStep({ at: 'codes', codes: (await confirm.mutateAsync(input)).recoveryCodes });
              refresh();
            }}
          />
        </ScanStep>
      )}
      {step.at === 'codes' && <CodesStep codes={step.codes} onDone={back} />}
      {step.at === 'renew' && (
        <CodeForm
          label={t('Code of the app')}
          action={t('Make new recovery codes')}
          failed={t('No new codes')}
          onCancel={back}
          send={async (input) => {
            setStep({ at: 'codes', codes: (await renew.mutateAsync(input)).recoveryCodes });
            refresh();
          }}
        />
      )}
      {step.at === 'remove' && (
        <CodeForm
          label={t('Code of the app, or a recovery code')}
          action={t('Turn off the second factor')}
          failed={t('Not turned off')}
          isDanger
          onCancel={back}
          send={async (input) => {
            await remove.mutateAsync(input);
            showSuccess(t('Success'), t('The second factor is off'));
            back();
            refresh();
          }}
        />
      )}
    </SectionCard>
  );
}
