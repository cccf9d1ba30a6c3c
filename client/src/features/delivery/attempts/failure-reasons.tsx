import { Badge, Button, Card, Checkbox, Group, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import {
  type ReasonParty,
  type ReasonStop,
  reasonParties,
  reasonStops,
} from '@quickfleet/shared/company/proof/failure-words';
import type { FailureReason } from '@quickfleet/shared/delivery/proof/failure-reasons';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { useSwitch } from '../../../lib/addresses/use-switch.ts';
import { issuesOf, messageOf } from '../../../lib/api/error-message.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

const partyWords: Record<ReasonParty, string> = {
  recipient: t('Recipient'),
  sender: t('Sender'),
  carrier: t('Our company'),
  weather: t('Weather'),
  other: t('Other'),
};
const stopWords: Record<ReasonStop, string> = {
  both: t('Pickup and delivery'),
  pickup: t('Pickup only'),
  delivery: t('Delivery only'),
};
const needs = ({ rule }: FailureReason): string => {
  if (rule.photo) return rule.note ? t('needs a photo and note') : t('needs a photo');
  return rule.note ? t('needs a note') : '';
};

function useSaved(onSaved: () => void) {
  const utils = trpc.useUtils();
  const saved = reported({
    done: t('The reason is saved'),
    onDone: onSaved,
    refresh: () => utils.failureReasons.list.invalidate(),
  });
  return {
    create: trpc.failureReasons.create.useMutation(saved),
    update: trpc.failureReasons.update.useMutation(saved),
  };
}

/** Switches a reason on or off for drivers. */
function useOffer() {
  const utils = trpc.useUtils();
  return useSwitch({
    save: (id, active) => utils.client.failureReasons.update.mutate({ id, active }),
    isOn: (saved) => saved.active,
    show: (id, active) =>
      utils.failureReasons.list.setData(
        undefined,
        (all) => all && { ...all, data: all.data.map((reason) => (reason.id === id ? { ...reason, active } : reason)) },
      ),
    onSaved: (saved) =>
      showSuccess(
        t('Success'),
        saved.active
          ? t('{reason} is offered', { reason: saved.name })
          : t('{reason} is no longer offered', { reason: saved.name }),
      ),
    onFailed: (error) => showError(t('Update Failed'), messageOf(error)),
    onSettled: () => void utils.failureReasons.list.invalidate(),
  });
}

/** 'Dog in the yard' becomes dog_in_the_yard; a code never changes later. */
const codeOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|(?<!_)_+$/g, '')
    .slice(0, 40);
/** A name in another script, or of one letter, gets a random code. */
const newCode = (name: string): string => {
  const code = codeOf(name);
  return code.length > 1 ? code : `reason_${Date.now().toString(36)}`;
};

function ReasonForm({ reason, onDone }: { reason: FailureReason | undefined; onDone: () => void }) {
  const [name, setName] = useState(reason?.name ?? '');
  const [customerText, setCustomerText] = useState(reason?.customerText ?? '');
  const [party, setParty] = useState<ReasonParty>(reason?.party ?? 'recipient');
  const [stop, setStop] = useState<ReasonStop>(reason?.stop ?? 'both');
  const [photo, setPhoto] = useState(reason?.rule.photo ?? false);
  const [note, setNote] = useState(reason?.rule.note ?? false);
  const { create, update } = useSaved(onDone);
  const issues = issuesOf(create.error ?? update.error);
  const submit = () => {
    const fields = { name, customerText, party, stop, rule: { photo, note } };
    if (reason) update.mutate({ id: reason.id, version: reason.version, ...fields });
    else create.mutate({ code: newCode(name), ...fields });
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onDone}
      send={t('Save reason')}
      isPending={create.isPending || update.isPending}
    >
      <TextInput
        label={t('Name')}
        withAsterisk
        data-autofocus
        value={name}
        error={issues['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('What the customer reads')}
        description={t('A sentence without its full stop')}
        withAsterisk
        value={customerText}
        error={issues['customerText']}
        onChange={(event) => setCustomerText(event.currentTarget.value)}
      />
      <Select
        label={t('Caused by')}
        allowDeselect={false}
        data={reasonParties.map((value) => ({ value, label: partyWords[value] }))}
        value={party}
        onChange={(value) => value && setParty(value)}
      />
      <Select
        label={t('Offered at')}
        allowDeselect={false}
        data={reasonStops.map((value) => ({ value, label: stopWords[value] }))}
        value={stop}
        onChange={(value) => value && setStop(value)}
      />
      <Checkbox
        label={t('Needs a photo')}
        checked={photo}
        onChange={(event) => setPhoto(event.currentTarget.checked)}
      />
      <Checkbox label={t('Needs a note')} checked={note} onChange={(event) => setNote(event.currentTarget.checked)} />
    </DialogForm>
  );
}

/** The reasons drivers choose from; one that is switched off stays on past attempts. */
export function FailureReasons() {
  const list = trpc.failureReasons.list.useQuery();
  const [edited, setEdited] = useState<FailureReason | 'new'>();
  const offer = useOffer();
  const close = () => setEdited(undefined);
  return (
    <Card component="section" padding="lg" aria-labelledby="reasons-title">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id="reasons-title">
          {t('Why a stop fails')}
        </Title>
        <Button variant="default" onClick={() => setEdited('new')}>
          {t('Add reason')}
        </Button>
      </Group>
      <Text c="dimmed" mb="md">
        {t('Drivers choose one of these when they can’t pick up or deliver.')}
      </Text>
      <QueryState title={t('The reasons could not be loaded')} query={list} rows={4} height={48} />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.data?.data.map((reason) => (
          <Group key={reason.id} component="li" justify="space-between" gap="xs">
            <div style={{ minWidth: 0 }}>
              <Text fw={550} c={reason.active ? undefined : 'dimmed'}>
                {reason.name}
              </Text>
              <Group gap={6}>
                <Text size="sm" c="dimmed">
                  {partyWords[reason.party]}
                  {reason.stop !== 'both' && ` · ${stopWords[reason.stop]}`}
                </Text>
                {needs(reason) && (
                  <Badge size="sm" variant="light" tt="none">
                    {needs(reason)}
                  </Badge>
                )}
              </Group>
            </div>
            <Group gap="xs" wrap="nowrap">
              <Switch
                aria-label={t('Offer {reason}', { reason: reason.name })}
                checked={reason.active}
                onChange={(event) => offer(reason.id, event.currentTarget.checked)}
              />
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('Edit {name}', { name: reason.name })}
                onClick={() => setEdited(reason)}
              >
                {t('Edit')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      <Dialog
        opened={edited !== undefined}
        onClose={close}
        title={edited === 'new' ? t('New reason') : t('Edit reason')}
        size="md"
      >
        {edited && <ReasonForm reason={edited === 'new' ? undefined : edited} onDone={close} />}
      </Dialog>
    </Card>
  );
}
