import { Card, Title } from '@mantine/core';
import type { PayBy } from '@quickfleet/shared/base/money/pay-by';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconCalendarCheck, IconCash, IconInbox, IconReceipt2, IconThumbUp } from '@tabler/icons-react';
import { ProgressSteps } from '../../../components/delivery/progress-steps.tsx';
import styles from './quote-page.module.css';
import type { QuoteState, Stage } from './quote-words.ts';

const looks: Record<Stage, { title: string; text: string; icon: Icon }> = {
  received: { title: t('Received'), text: t('Your request is with us.'), icon: IconInbox },
  priced: { title: t('Priced'), text: t('A fixed price, to look through.'), icon: IconReceipt2 },
  accepted: { title: t('Accepted'), text: t('You agree, in writing.'), icon: IconThumbUp },
  paid: { title: t('Paid'), text: t('By the payment link.'), icon: IconCash },
  booked: { title: t('Booked'), text: t('With a tracking number.'), icon: IconCalendarCheck },
};

/** Its step says how the customer pays; nothing for a link. */
const paidLook = (payBy: PayBy): { title?: string; text?: string } => {
  if (payBy === 'account') return { title: t('On account'), text: t('On your next statement.') };
  if (payBy === 'cash') return { title: t('Cash at the door'), text: t('When we deliver.') };
  return payBy === 'transfer' ? { text: t('By bank transfer.') } : {};
};

/** The way from the request to the booked delivery. */
export function QuoteSteps({
  steps,
  quote: { onAccount, payBy, acceptance },
}: {
  steps: QuoteState['steps'];
  quote: CustomerQuote;
}) {
  // Paying is accepting; the office notes what was agreed by phone or mail, or on account.
  const isAgreed = acceptance === null ? onAccount : acceptance.onBehalf;
  const accepted = isAgreed ? t('As you told us.') : acceptance === null ? t('By your payment.') : undefined;
  return (
    <Card padding="lg" component="section" aria-label={t('Progress')} className={`${styles.rest} no-print`}>
      <Title order={2} size="h3" mb="md">
        {t('Progress')}
      </Title>
      <ProgressSteps
        isStacked
        steps={steps.map(({ stage, state, at }) => ({
          key: stage,
          ...looks[stage],
          ...(stage === 'accepted' && state === 'done' && accepted ? { text: accepted } : {}),
          ...(stage === 'paid' ? paidLook(onAccount ? 'account' : payBy) : {}),
          state,
          at,
        }))}
      />
    </Card>
  );
}
