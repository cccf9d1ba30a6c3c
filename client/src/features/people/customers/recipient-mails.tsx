import { Switch } from '@mantine/core';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../../lib/api/trpc.ts';
import { usePutRecipientMails } from './customers-mutations.ts';

/** Whether the people at the deliveries of this customer's orders are mailed too. */
export function RecipientMails({ customer: { id, recipientMails } }: { customer: Customer }) {
  const put = usePutRecipientMails();
  const hasSms = trpc.mailbox.channels.useQuery().data?.sms === true;
  return (
    <Switch
      label={hasSms ? t('E-mails and SMS to recipients') : t('E-mails to recipients')}
      description={
        hasSms
          ? t('The person at the delivery gets an e-mail and an SMS when it is booked, on the way, delivered or failed')
          : t('The person at the delivery gets an e-mail when it is booked, on the way, delivered or failed')
      }
      checked={recipientMails}
      onChange={(event) => put(id, event.currentTarget.checked)}
    />
  );
}
