import { Button, Text } from '@mantine/core';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { IconSend } from '@tabler/icons-react';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatTime } from '../../../lib/words/format.ts';

/** How many notices about the day wait for more changes, and a way to send them now. */
export function HeldNotices({ day, notices }: { day: string; notices: DayBoard['notices'] }) {
  const utils = trpc.useUtils();
  const send = trpc.planning.sendNotices.useMutation(
    reported({
      title: t('Notices sent'),
      done: ({ mails }) => t('{count, plural, one {# e-mail} other {# e-mails}} on the way', { count: mails }),
      failed: t('Not sent'),
      refresh: () => void Promise.all([utils.planning.board.invalidate(), utils.mailbox.invalidate()]),
    }),
  );
  if (notices.mails === 0 || notices.sendAt === null) return null;
  return (
    <>
      <Text size="sm" role="status">
        {t('{count, plural, one {# notice} other {# notices}} {mails, select, yes {leaves} other {leave}} at {time}', {
          count: notices.mails,
          mails: notices.mails === 1 ? 'yes' : 'no',
          time: formatTime(notices.sendAt),
        })}
      </Text>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={send.isPending}
        onClick={() => send.mutate({ day })}
      >
        {t('Send now')}
      </Button>
    </>
  );
}
