import { Badge } from '@mantine/core';
import type { Delivery, DeliveryState } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react';

export const stateWords: Record<DeliveryState, string> = {
  pending: t('Waiting'),
  delivered: t('Delivered (call)'),
  failed: t('Failed'),
};
const looks: Record<DeliveryState, { color: string; icon: Icon }> = {
  pending: { color: 'blue', icon: IconClock },
  delivered: { color: 'green', icon: IconCheck },
  failed: { color: 'red', icon: IconAlertTriangle },
};

/** What became of it; one that waits after a failed try says so. */
export function DeliveryBadge({ of: { state, tries } }: { of: Pick<Delivery, 'state' | 'tries'> }) {
  const isRetried = state === 'pending' && tries > 0;
  const { color, icon } = isRetried ? { color: 'amber', icon: IconRefresh } : looks[state];
  const StateIcon = icon;
  return (
    <Badge variant="light" color={color} leftSection={<StateIcon size={14} aria-hidden />} miw="max-content">
      {isRetried ? t('Retrying') : stateWords[state]}
    </Badge>
  );
}
