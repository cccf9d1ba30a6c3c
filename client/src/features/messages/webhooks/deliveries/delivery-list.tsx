import { Badge, Text, UnstyledButton } from '@mantine/core';
import type { Delivery } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import list from '../../../../components/lists/list.module.css';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { formatNumber } from '../../../../lib/words/format.ts';
import styles from '../webhooks.module.css';
import { DeliveryBadge } from './delivery-state.tsx';

/** 'Answered 200 in 112 ms', or why there was no answer. */
function Answer({ of: { response, error, tries } }: { of: Delivery }) {
  if (tries === 0) return <>{t('Not sent yet')}</>;
  if (error !== null) return <>{error}</>;
  return response && t('{status} in {time} ms', { status: response.status, time: formatNumber(response.time) });
}

/** One line a delivery, newest first; its type opens it. */
export function DeliveryList({ rows, onOpen }: { rows: readonly Delivery[]; onOpen: (id: number) => void }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id} className={`${list.row} ${styles.delivery}`}>
          <DeliveryBadge of={row} />
          <div>
            <UnstyledButton
              className={`${list.open} mono`}
              fz="sm"
              onClick={() => onOpen(row.id)}
              aria-haspopup="dialog"
              data-row-open
            >
              {row.type}
            </UnstyledButton>
            {row.isReplay && (
              <Badge size="xs" variant="outline" color="gray" ml={8}>
                {t('Replay')}
              </Badge>
            )}
            <Text size="xs" c="dimmed">
              {t('{type} {id} · event {sequence}', {
                type: row.object.type,
                id: row.object.id,
                sequence: row.sequence,
              })}
              {row.tries > 1 && ` · ${t('{count, plural, one {# try} other {# tries}}', { count: row.tries })}`}
            </Text>
          </div>
          <Text
            size="sm"
            lineClamp={2}
            c={row.error === null || row.state === 'delivered' ? 'dimmed' : 'var(--mantine-color-error)'}
            style={{ overflowWrap: 'anywhere' }}
          >
            <Answer of={row} />
          </Text>
          <Text size="sm" c="dimmed" ta="end">
            <RelativeTime value={row.createdAt} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
