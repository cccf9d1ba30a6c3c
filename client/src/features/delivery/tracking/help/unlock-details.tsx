import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { PIN_DIGITS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useEffect, useState } from 'react';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError } from '../../../../lib/toast.ts';

/** Shows the rest of an order to who knows its postcode, or reads the customer's mail. */
export function UnlockDetails({ trackingNumber }: { trackingNumber: string }) {
  const utils = trpc.useUtils();
  const unlock = trpc.tracking.unlock.useMutation();
  const sendCode = trpc.tracking.sendCode.useMutation();
  const [postcode, setPostcode] = useState('');
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<{ field: 'postcode' | 'code'; text: string }>();

  // The server renders the page without a session: this browser may have unlocked it before.
  useEffect(() => {
    void utils.tracking.get.invalidate({ trackingNumber });
  }, [utils, trackingNumber]);

  const send = async (field: 'postcode' | 'code', value: string) => {
    if (value.trim() === '')
      return setRefused({ field, text: field === 'code' ? t('Enter the code') : t('Enter the postcode') });
    setRefused(undefined);
    try {
      await unlock.mutateAsync({ trackingNumber, kind: field, value });
      await utils.tracking.get.invalidate({ trackingNumber });
    } catch (error) {
      setRefused({ field, text: messageOf(error) });
    }
  };
  const submit = (field: 'postcode' | 'code', value: string) => (event: FormEvent) => {
    event.preventDefault();
    void send(field, value);
  };
  const askForCode = async () => {
    try {
      await sendCode.mutateAsync({ trackingNumber });
    } catch (error) {
      showError(t('Code not sent'), messageOf(error));
    }
  };
  const errorOf = (field: 'postcode' | 'code') => (refused?.field === field ? refused.text : undefined);

  return (
    <Card padding="lg" component="section" aria-label={t('See all details')} className="no-print">
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {t('See all details')}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {t('Confirm with the postcode of the delivery address, or with a code that we e-mail to the customer.')}
          </Text>
        </div>
        <form onSubmit={submit('postcode', postcode)} noValidate>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t('Postcode of the delivery address')}
              autoComplete="postal-code"
              maxLength={20}
              flex="1 1 220px"
              value={postcode}
              error={errorOf('postcode')}
              onChange={(event) => setPostcode(event.currentTarget.value)}
            />
            <Button type="submit" loading={unlock.isPending}>
              {t('Show details')}
            </Button>
          </Group>
        </form>
        {sendCode.isSuccess ? (
          <form onSubmit={submit('code', code)} noValidate>
            <Group align="flex-end" gap="xs">
              <TextInput
                label={t('Code from the e-mail')}
                description={t('If we have the customer’s e-mail address, the code is on its way.')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={PIN_DIGITS}
                flex="1 1 220px"
                value={code}
                error={errorOf('code')}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Button type="submit" loading={unlock.isPending}>
                {t('Use code')}
              </Button>
            </Group>
          </form>
        ) : (
          <Button
            variant="default"
            loading={sendCode.isPending}
            onClick={() => void askForCode()}
            style={{ alignSelf: 'start' }}
          >
            {t('E-mail a code')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
