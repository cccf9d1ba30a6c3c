import { Badge } from '@mantine/core';
import type { MailRow, MailStatus } from '@quickfleet/shared/messages/mailbox';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconAlertTriangle, IconCheck, IconClock, IconHourglass, IconInbox } from '@tabler/icons-react';

const looks: Record<MailStatus, { text: string; color: string; icon: Icon }> = {
  queued: { text: t('Queued'), color: 'blue', icon: IconClock },
  kept: { text: t('Not sent'), color: 'gray', icon: IconInbox },
  sent: { text: t('Sent'), color: 'green', icon: IconCheck },
  held: { text: t('Held'), color: 'amber', icon: IconHourglass },
  failed: { text: t('Failed'), color: 'red', icon: IconAlertTriangle },
};
export const mailStatusText = (status: MailStatus): string => looks[status].text;
/** Its state changes without anybody's doing. */
export const isOnItsWay = ({ status }: MailRow): boolean => status === 'queued';

/** Says that a message is no e-mail. */
export function SmsBadge({ kind }: Pick<MailRow, 'kind'>) {
  return kind === 'sms' ? (
    <Badge size="sm" variant="default" miw="max-content">
      {t('SMS')}
    </Badge>
  ) : null;
}

export function MailStatusBadge({ status }: { status: MailStatus }) {
  const { text, color, icon: StatusIcon } = looks[status];
  return (
    <Badge variant="light" color={color} leftSection={<StatusIcon size={14} aria-hidden />} miw="max-content">
      {text}
    </Badge>
  );
}
