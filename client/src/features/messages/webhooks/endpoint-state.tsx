import { Badge } from '@mantine/core';
import type { Webhook } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconAlertTriangle, IconBan, IconCheck, IconPlayerPause } from '@tabler/icons-react';

interface Look {
  text: string;
  color: string;
  icon: Icon;
}
function lookOf({ isActive, disabledReason, failingSince }: Webhook): Look {
  if (disabledReason !== null) return { text: t('Switched off'), color: 'red', icon: IconBan };
  if (!isActive) return { text: t('Paused'), color: 'gray', icon: IconPlayerPause };
  if (failingSince !== null) return { text: t('Failing'), color: 'amber', icon: IconAlertTriangle };
  return { text: t('Active'), color: 'green', icon: IconCheck };
}

/** Whether it gets events, and if not, why. */
export function EndpointBadge({ of }: { of: Webhook }) {
  const { text, color, icon: StateIcon } = lookOf(of);
  return (
    <Badge variant="light" color={color} leftSection={<StateIcon size={14} aria-hidden />} miw="max-content">
      {text}
    </Badge>
  );
}
