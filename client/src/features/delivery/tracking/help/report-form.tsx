import { Alert, Button, Card, Group, Stack, TextInput, Title } from '@mantine/core';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ClaimFields, useClaimDraft } from '../../../../components/delivery/claim-fields.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { rich } from '../../../../lib/words/rich.tsx';

/** The button that led here is gone, and the focus with it. */
const takeFocus = (form: HTMLElement | null) => form?.focus();

export function ReportForm({
  order,
  token,
  onClose,
}: {
  order: TrackedOrder;
  token: string | null;
  onClose: () => void;
}) {
  const { trackingNumber, items } = order;
  const claim = useClaimDraft();
  const { draft, isBusy } = claim;
  const [email, setEmail] = useState('');
  const utils = trpc.useUtils();
  const report = trpc.incidents.report.useMutation({
    onSuccess: () => utils.tracking.get.invalidate({ trackingNumber }),
  });
  const [wasAsked, setAsked] = useState(false);
  if (report.isSuccess)
    return (
      <Alert
        color="green"
        variant="light"
        icon={<IconCircleCheck aria-hidden />}
        title={report.data.isKnown ? t('You have already reported this') : t('Report received')}
        role="status"
      >
        {rich('Your reference is {strong}. We’ll look into it and e-mail you.', {
          strong: <strong>{report.data.reference}</strong>,
        })}
      </Alert>
    );
  const errors = {
    kind: draft.kind ? undefined : t('Choose what is wrong'),
    description: draft.description.trim() ? undefined : t('Describe the problem'),
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || report.isPending) return;
    setAsked(true);
    const { kind } = draft;
    if (!kind || errors.description) {
      showField(event.currentTarget.querySelector<HTMLElement>(kind ? 'textarea' : 'select'));
      return;
    }
    report.mutate({
      trackingNumber,
      ...draft,
      kind,
      items: draft.items.map(Number),
      ...(email ? { email } : {}),
      ...(token ? { token } : {}),
    });
  };
  return (
    <Card
      component="form"
      padding="lg"
      ref={takeFocus}
      tabIndex={-1}
      onSubmit={submit}
      aria-label={t('Something is wrong')}
    >
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('What went wrong?')}
        </Title>
        <ClaimFields
          claim={claim}
          items={items.map(({ name, quantity }, at) => ({ key: String(at + 1), name, quantity }))}
          wordsLabel={t('Describe the problem')}
          areWordsRequired
          errors={wasAsked ? errors : {}}
        />
        {!token && (
          <TextInput
            type="email"
            required
            label={t('Your e-mail address')}
            description={t('The address used for the order, so that we know it’s you.')}
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        {report.isError && (
          <Alert color="red" variant="light" role="alert">
            {messageOf(report.error)}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={report.isPending || isBusy}>
            {t('Send')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
