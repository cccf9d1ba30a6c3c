import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useResendMail() {
  const utils = trpc.useUtils();
  return trpc.mailbox.resend.useMutation(
    reported({
      done: ({ kind, recipient }) =>
        t('The {kind, select, yes {SMS} other {e-mail}} to {recipient} is on its way', {
          kind: kind === 'sms' ? 'yes' : 'no',
          recipient,
        }),
      failed: t('Sending failed'),
      refresh: () => {
        void utils.history.invalidate();
        return utils.mailbox.invalidate();
      },
    }),
  );
}

export function useResendFailed() {
  const utils = trpc.useUtils();
  return trpc.mailbox.resendFailed.useMutation(
    reported({
      done: ({ count, left }) => {
        const sent = count === 1 ? t('1 e-mail is on its way') : t('{count} e-mails are on their way', { count });
        return left > 0 ? t('{sent}, {left} are left', { sent, left }) : sent;
      },
      failed: t('Sending failed'),
      refresh: () => {
        void utils.history.invalidate();
        void utils.dashboard.invalidate();
        return utils.mailbox.invalidate();
      },
    }),
  );
}
