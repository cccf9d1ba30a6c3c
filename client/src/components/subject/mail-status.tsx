import { Badge } from '@mantine/core';
import type { MailRow, MailStatus } from '@quickfleet/shared/messages/mailbox';
import { type Icon, IconAlertTriangle, IconCheck, IconClock, IconInbox } from '@tabler/icons-react';

const looks: Record<MailStatus, { text: string; color: string; icon: Icon }> = {
  queued: { text: 'Queued', color: 'blue', icon: IconClock },
  kept: { text: 'Not sent', color: 'gray', icon: IconInbox },
  sent: { text: 'Sent', color: 'green', icon: IconCheck },
  failed: { text: 'Failed', color: 'red', icon: IconAlertTriangle },
};
export const mailStatusText = (status: MailStatus): string => looks[status].text;
/** Its state changes without anybody's doing. */
export const isOnItsWay = ({ status }: MailRow): boolean => status === 'queued';

export function MailStatusBadge({ status }: { status: MailStatus }) {
  const { text, color, icon: StatusIcon } = looks[status];
  return (
    <Badge variant="light" color={color} leftSection={<StatusIcon size={14} aria-hidden />} miw="max-content">
      {text}
    </Badge>
  );
}
