import { messageOf } from '../../lib/error-message.ts';
import { showError, showSuccess } from '../../lib/toast.ts';
import { trpc } from '../../lib/trpc.ts';

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
