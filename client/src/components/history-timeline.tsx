import { Badge, Text, Timeline } from '@mantine/core';
import type { HistoryLine } from '@quickfleet/shared/history';
import { RelativeTime } from './relative-time.tsx';

const words: Record<string, string> = {
  'order.created': 'Order created',
  'order.assigned': 'Driver assigned',
  'order.reassigned': 'Driver changed',
  'order.unassigned': 'Taken from its driver',
  'order.picked_up': 'Picked up',
  'order.in_transit': 'In transit',
  'order.delivered': 'Delivered',
  'order.cancelled': 'Cancelled',
  'order.updated': 'Corrected',
  'order.driver_gone': 'Made without its driver',
  'order.driver_not_mailed': 'No e-mail to the driver',
  'order.deleted': 'Deleted',
  'order.code_viewed': 'Access code seen',
  'order.code_changed': 'New access code',
  'evidence.late': 'Evidence arrived late',
  'item.added': 'Item added',
  'item.edited': 'Item changed',
  'item.deleted': 'Item removed',
  'signature.pickup.customer': 'Pickup signature of the customer',
  'signature.delivery.customer': 'Delivery signature of the customer',
  'signature.pickup.driver': 'Pickup signature of the driver',
  'signature.delivery.driver': 'Delivery signature of the driver',
  'quote.created': 'Quote requested',
  'quote.sent': 'Priced and sent',
  'quote.priced': 'Price changed',
  'quote.mailed': 'E-mail sent',
  'quote.confirmation_skipped': 'No confirmation e-mail',
  'quote.accepted': 'Accepted',
  'quote.paid': 'Paid',
  'quote.converted': 'Converted to an order',
  'quote.reopened': 'Open for conversion again',
  'quote.updated': 'Changed',
  'quote.deleted': 'Deleted',
  'quote.restored': 'Deletion undone',
  'note.added': 'Note of the office',
  'note.deleted': 'Note taken back',
  'email.resent': 'E-mail sent again',
};

/** 'item.photo_added' becomes 'Item photo added' until it has words of its own. */
const wordsOf = (action: string): string => {
  const spaced = action.replaceAll(/[._]/g, ' ');
  return words[action] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
const means: Partial<Record<HistoryLine['actorKind'], string>> = { key: 'API key', system: 'automatic' };

/** Who did what, and when; newest first. */
export function HistoryTimeline({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <Timeline bulletSize={14} lineWidth={2} active={lines.length} aria-label="History">
      {lines.toReversed().map((line) => (
        <Timeline.Item
          key={line.id}
          title={
            <Text component="span" size="sm" fw={600}>
              {wordsOf(line.action)}
            </Text>
          }
        >
          {line.detail && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {line.detail}
            </Text>
          )}
          <Text size="xs" c="dimmed" component="div">
            {line.actor}
            {means[line.actorKind] && (
              <Badge component="span" size="xs" variant="outline" color="gray" ml={6}>
                {means[line.actorKind]}
              </Badge>
            )}
            {' · '}
            <RelativeTime value={line.at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
