import { Card, Title } from '@mantine/core';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { type Icon, IconCalendarCheck, IconCash, IconInbox, IconReceipt2, IconThumbUp } from '@tabler/icons-react';
import { ProgressSteps } from '../../../components/delivery/progress-steps.tsx';
import styles from './quote-page.module.css';
import type { QuoteState, Stage } from './quote-words.ts';

const looks: Record<Stage, { title: string; text: string; icon: Icon }> = {
  received: { title: 'Received', text: 'Your request is with us.', icon: IconInbox },
  priced: { title: 'Priced', text: 'A fixed price, to look through.', icon: IconReceipt2 },
  accepted: { title: 'Accepted', text: 'You agree, in writing.', icon: IconThumbUp },
  paid: { title: 'Paid', text: 'By the payment link.', icon: IconCash },
  booked: { title: 'Booked', text: 'With a tracking number.', icon: IconCalendarCheck },
};

/** The way from the request to the booked delivery. */
export function QuoteSteps({
  steps,
  quote: { onAccount, acceptance },
}: {
  steps: QuoteState['steps'];
  quote: CustomerQuote;
}) {
  // Paying is accepting; the office notes what was agreed by phone or mail, or on account.
  const isAgreed = acceptance === null ? onAccount : acceptance.onBehalf;
  const accepted = isAgreed ? 'As you told us.' : acceptance === null ? 'By your payment.' : undefined;
  return (
    <Card padding="lg" component="section" aria-label="Progress" className={`${styles.rest} no-print`}>
      <Title order={2} size="h3" mb="md">
        Progress
      </Title>
      <ProgressSteps
        isStacked
        steps={steps.map(({ stage, state, at }) => ({
          key: stage,
          ...looks[stage],
          ...(stage === 'accepted' && state === 'done' && accepted ? { text: accepted } : {}),
          ...(stage === 'paid' && onAccount ? { title: 'On account', text: 'On your next statement.' } : {}),
          state,
          at,
        }))}
      />
    </Card>
  );
}
