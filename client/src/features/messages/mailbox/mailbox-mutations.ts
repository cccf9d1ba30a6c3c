import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useResendMail() {
  const utils = trpc.useUtils();
  return trpc.mailbox.resend.useMutation(
    reported({
      done: ({ kind, recipient }) => `The ${kind === 'sms' ? 'SMS' : 'e-mail'} to ${recipient} is on its way`,
      failed: 'Sending failed',
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
        const sent = count === 1 ? '1 e-mail is on its way' : `${count} e-mails are on their way`;
        return left > 0 ? `${sent}, ${left} are left` : sent;
      },
      failed: 'Sending failed',
      refresh: () => {
        void utils.history.invalidate();
        void utils.dashboard.invalidate();
        return utils.mailbox.invalidate();
      },
    }),
  );
}
