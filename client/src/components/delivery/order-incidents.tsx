import { Button, Group, Stack, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api/error-message.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { SkeletonRows } from '../feedback/skeleton-rows.tsx';
import { ClaimFields, useClaimDraft } from './claim-fields.tsx';
import { IncidentCard } from './incident-card.tsx';

function OpenForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const utils = trpc.useUtils();
  const claim = useClaimDraft();
  const [wasAsked, setAsked] = useState(false);
  const open = trpc.incidents.create.useMutation({
    onSuccess: onClose,
    onSettled: () => utils.incidents.invalidate(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (claim.isBusy || open.isPending) return;
    const { items, kind, ...draft } = claim.draft;
    setAsked(true);
    if (kind) open.mutate({ orderId: order.id, itemIds: items.map(Number), kind, ...draft });
  };
  return (
    <form onSubmit={submit} aria-label={t('Open a claim')}>
      <Stack gap="sm">
        <ClaimFields
          claim={claim}
          items={order.items.map(({ id, name, quantity }) => ({ key: String(id), name, quantity }))}
          wordsLabel={t('In words')}
          errors={{
            kind: wasAsked && !claim.draft.kind ? t('Choose what is wrong') : undefined,
            description: open.isError ? messageOf(open.error) : undefined,
          }}
        />
        <Group>
          <Button type="submit" loading={open.isPending || claim.isBusy}>
            {t('Open claim')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The claims on an order, and the way to open one. */
export function OrderIncidents({ order }: { order: Order }) {
  const [isOpening, setOpening] = useState(false);
  const incidents = trpc.incidents.list.useQuery({ orderId: order.id, limit: 50 });
  return (
    <Stack gap="sm">
      {incidents.isPending && <SkeletonRows rows={1} height={40} />}
      {incidents.isError && <ErrorState error={incidents.error} onRetry={() => void incidents.refetch()} />}
      {incidents.data?.total === 0 && !isOpening && <Text c="dimmed">{t('No claims.')}</Text>}
      {incidents.data && incidents.data.total > 0 && (
        <Stack component="ul" gap="sm">
          {incidents.data.data.map((incident) => (
            <IncidentCard key={incident.id} incident={incident} />
          ))}
        </Stack>
      )}
      {isOpening ? (
        <OpenForm order={order} onClose={() => setOpening(false)} />
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconAlertCircle size={18} aria-hidden />}
            onClick={() => setOpening(true)}
          >
            {t('Open a claim')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
