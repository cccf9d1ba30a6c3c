import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';

export function useResendMail() {
  const utils = trpc.useUtils();
  return trpc.mailbox.resend.useMutation({
    onSuccess: (mail) => {
      showSuccess('Success', `The e-mail to ${mail.recipient} is on its way`);
      void utils.history.invalidate();
    },
    onError: (error) => showError('Sending failed', messageOf(error)),
    onSettled: () => utils.mailbox.invalidate(),
  });
}

export function useResendFailed() {
  const utils = trpc.useUtils();
  return trpc.mailbox.resendFailed.useMutation({
    onSuccess: ({ count, left }) => {
      const sent = count === 1 ? '1 e-mail is on its way' : `${count} e-mails are on their way`;
      showSuccess('Success', left > 0 ? `${sent}, ${left} are left` : sent);
      void utils.history.invalidate();
    },
    onError: (error) => showError('Sending failed', messageOf(error)),
    onSettled: () => {
      void utils.dashboard.invalidate();
      return utils.mailbox.invalidate();
    },
  });
}
