import { RESET_MINUTES } from '@quickfleet/shared/limits';
import { EmailLinkForm } from '../../../../components/forms/email-link-form.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { AccountFrame } from './account-frame.tsx';

/** Asks for a link to a new password. The answer says nothing about who has an account. */
export function ForgotPage() {
  const send = trpc.account.forgot.useMutation();
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="Enter the e-mail address of your account. We'll send you a link to choose a new password."
    >
      <EmailLinkForm
        send={send.mutateAsync}
        isSending={send.isPending}
        action="Send the link"
        sent={(email) =>
          `If there is an account with ${email}, the link is on its way. It works for ${RESET_MINUTES} minutes. If nothing arrives, check the spam folder or ask an admin of your team.`
        }
      />
    </AccountFrame>
  );
}
