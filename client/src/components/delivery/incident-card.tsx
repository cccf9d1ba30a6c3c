import { Anchor, Badge, Button, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import { currencySign, formatAmount } from '@quickfleet/shared/base/money/money';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import {
  type IncidentOpener,
  incidentKindWords,
  incidentStates,
  incidentStateWords,
} from '@quickfleet/shared/delivery/proof/incident-words';
import type { Incident } from '@quickfleet/shared/delivery/proof/incidents';
import { paths } from '@quickfleet/shared/paths';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconFileCheck, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { inNewTab, packHref, proofHref } from '../../lib/addresses/paper-links.ts';
import { issuesOf } from '../../lib/api/error-message.ts';
import { reported } from '../../lib/api/reported.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { AmountInput } from '../forms/amount-input.tsx';
import { ImageGallery } from '../photos/image-gallery.tsx';
import { RelativeTime } from '../text/relative-time.tsx';

const stateActions = { open: t('Open again'), waiting: t('Mark as waiting'), settled: t('Settle') } as const;
const openers: Record<IncidentOpener, (name: string) => string> = {
  customer: (openedByName) => t('the customer, {openedByName}', { openedByName }),
  recipient: (openedByName) => t('the recipient, {openedByName}', { openedByName }),
  staff: (openedByName) => openedByName,
};
const colors = { open: 'red', waiting: 'amber', settled: 'green' } as const;

/** The office's note, reply, amount and the claim's state. */
function Settling({ incident, onDone }: { incident: Incident; onDone: () => void }) {
  const utils = trpc.useUtils();
  const [note, setNote] = useState(incident.note ?? '');
  const [answer, setAnswer] = useState(incident.answer ?? '');
  const [amount, setAmount] = useState(incident.amount ?? '');
  const update = trpc.incidents.update.useMutation(
    reported({
      title: t('Claim saved'),
      done: ({ state }) => incidentStateWords[state],
      onDone,
      failed: t('Update Failed'),
      refresh: () => utils.incidents.invalidate(),
    }),
  );
  const save = (state = incident.state) =>
    update.mutate({ id: incident.id, version: incident.version, state, note, answer, amount });
  return (
    <Stack gap="xs">
      <Textarea
        label={t('Internal note')}
        autosize
        minRows={1}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Textarea
        label={t('Reply to the customer')}
        description={
          incident.hasEmail
            ? t('Sent by e-mail and shown on the tracking page')
            : t('Shown on the tracking page; there is no e-mail address')
        }
        autosize
        minRows={1}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <Group gap="xs" align="flex-end">
        <AmountInput
          label={t('Amount')}
          leftSection={currencySign(incident.currency)}
          w={140}
          value={amount}
          error={issuesOf(update.error)['amount']}
          onChange={setAmount}
        />
        <Button loading={update.isPending} onClick={() => save()}>
          {t('Save')}
        </Button>
        {incidentStates
          .filter((state) => state !== incident.state)
          .map((state) => (
            <Button key={state} variant="default" disabled={update.isPending} onClick={() => save(state)}>
              {stateActions[state]}
            </Button>
          ))}
        <Button variant="subtle" disabled={update.isPending} onClick={onDone}>
          {t('Cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

/** A claim in full; `leadsToOrder` outside its order. */
export function IncidentCard({ incident, leadsToOrder = false }: { incident: Incident; leadsToOrder?: boolean }) {
  const { kind, state, description, items, photoUrls, openedBy, openedByName, createdAt, amount, currency } = incident;
  const [isEditing, setEditing] = useState(false);
  return (
    <Card padding="md" component="li">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{incidentKindWords[kind]}</Text>
          <Text size="sm" c="dimmed">
            <span className="mono">{incident.reference}</span> ·{' '}
            {leadsToOrder && (
              <>
                <Anchor
                  component={Link}
                  href={`${paths.adminOrders}?order=${incident.orderId}`}
                  size="sm"
                  underline="always"
                >
                  {t('Order {tracking}', { tracking: formatTracking(incident.trackingNumber) })}
                </Anchor>
                {` · ${incident.customerName} · `}
              </>
            )}
            {openers[openedBy](openedByName)} · <RelativeTime value={createdAt} />
          </Text>
        </div>
        <Badge color={colors[state]} variant="light">
          {incidentStateWords[state]}
        </Badge>
      </Group>
      <Stack gap="xs" mt="xs">
        {description && <Text className="as-written">{keepNumbers(description)}</Text>}
        {items.length > 0 && (
          <Text size="sm">{t('About: {map}', { map: items.map(({ name }) => name).join(', ') })}</Text>
        )}
        {amount && <Text size="sm">{t('Amount {amount}', { amount: formatAmount(amount, currency) })}</Text>}
        {photoUrls.length > 0 && (
          <ImageGallery
            urls={photoUrls}
            label={t('{incidentKindWords}, photo', { incidentKindWords: incidentKindWords[kind] })}
            thumbWidth={88}
          />
        )}
        {!isEditing && incident.answer && (
          <Text size="sm" className="as-written">
            {t('Answered: {answer}', { answer: incident.answer })}
          </Text>
        )}
        {!isEditing && incident.note && (
          <Text size="sm" c="dimmed" className="as-written">
            {keepNumbers(incident.note)}
          </Text>
        )}
        {isEditing ? (
          <Settling incident={incident} onDone={() => setEditing(false)} />
        ) : (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              {state === 'settled' ? t('Change') : t('Edit')}
            </Button>
            {leadsToOrder && (
              <>
                <Button
                  size="xs"
                  variant="subtle"
                  {...inNewTab}
                  href={proofHref(incident.orderId)}
                  leftSection={<IconFileCheck size={16} aria-hidden />}
                >
                  {t('Proof')}
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  component="a"
                  href={packHref(incident.orderId)}
                  download
                  leftSection={<IconShieldCheck size={16} aria-hidden />}
                >
                  {t('Evidence')}
                </Button>
              </>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
