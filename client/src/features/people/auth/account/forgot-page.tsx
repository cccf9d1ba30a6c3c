import { RESET_MINUTES } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { EmailLinkForm } from '../../../../components/forms/email-link-form.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { AccountFrame } from './account-frame.tsx';

/** Asks for a link to a new password. The answer says nothing about who has an account. */
export function ForgotPage() {
  const send = trpc.account.forgot.useMutation();
  return (
    <AccountFrame
      title={t('Forgot your password?')}
      lead={t("Enter the e-mail address of your account. We'll send you a link to choose a new password.")}
    >
      <EmailLinkForm
        send={send.mutateAsync}
        isSending={send.isPending}
        action={t('Send the link')}
        sent={(email) =>
          t(
            'If there is an account with {email}, the link is on its way. It works for {minutes} minutes. If nothing arrives, check the spam folder or ask an admin of your team.',
            { email, minutes: RESET_MINUTES },
          )
        }
      />
    </AccountFrame>
  );
}
