import { Alert } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { Credit } from '@quickfleet/shared/delivery/invoices/credit';
import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../lib/api/trpc.ts';

/** Says that a customer owes more than they may; nothing where they do not. */
export function CreditNote({ credit }: { credit: Credit | undefined }) {
  if (!credit?.isOver || credit.limit === null) return null;
  const [owed, limit] = [credit.owed, credit.limit].map((amount) => formatAmount(amount, credit.currency));
  return (
    <Alert color="amber" title={t('Over the credit limit')}>
      {t('This customer owes {owed}; the limit is {limit}.', { owed: owed ?? '', limit: limit ?? '' })}
    </Alert>
  );
}

/** The same of a customer who was chosen in a form. */
export function CreditOfCustomer({ customerId }: { customerId: number }) {
  return <CreditNote credit={trpc.invoices.owed.useQuery({ id: customerId }).data} />;
}
