import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { formatAmount, isNothing, unitsOf } from '@quickfleet/shared/base/money';
import { canMoveQuote, isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { IconArrowBackUp, IconCash, IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useConfirm } from '../../../../components/feedback/confirm.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { inNewTab, quotePaperHref, receiptHref } from '../../../../lib/addresses/paper-links.ts';
import { formatDate, todayInZone } from '../../../../lib/words/format.ts';
import { useUnpayQuote } from '../work/agreement-mutations.ts';
import { useQuoteWork } from '../work/quote-work.tsx';
import styles from './details.module.css';

const REFERENCE_MAX = 120;

function ReceivedForm({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { change, isBusy } = useQuoteWork();
  const [paidOn, setPaidOn] = useState(() => todayInZone());
  const [paymentReference, setReference] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!paidOn || paidOn > todayInZone()) return setProblem('Choose today or an earlier day');
    const reference = paymentReference.trim();
    const changes = { status: 'paid' as const, paidOn, ...(reference ? { paymentReference: reference } : {}) };
    if ((await change(quote, changes, `Quote #${quote.id} is marked as paid`)) !== 'failed') onClose();
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="md">
        <TextInput
          type="date"
          label="Received on"
          max={todayInZone()}
          value={paidOn}
          error={problem}
          onChange={(event) => {
            setPaidOn(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <TextInput
          label="Reference"
          description="As your bank or the payment page shows it"
          autoComplete="off"
          maxLength={REFERENCE_MAX}
          data-autofocus
          value={paymentReference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" isPending={isBusy(quote.id)}>
            {isBusy(quote.id) ? 'Saving...' : 'Mark as paid'}
          </PendingButton>
        </Group>
      </Stack>
    </form>
  );
}

/** The provider's own money pays the price: there is no mark to undo, and the server would refuse (PAYMENT_RECEIVED). */
const isPaidByProvider = ({ price, currency, payments = [] }: Quote): boolean => {
  const final = payments.filter(({ isFinal }) => isFinal).reduce((sum, one) => sum + unitsOf(one.amount, currency), 0n);
  return final > 0n && final >= unitsOf(price ?? '0', currency);
};

/** What was paid, what is missing or too much, and the papers that say so. */
export function QuotePayments({ quote }: { quote: Quote }) {
  const { id, status, payment, payments = [], currency, onAccount, price } = quote;
  const [isOpen, setOpen] = useState(false);
  const unpaying = useUnpayQuote();
  const { confirm, confirmDialog } = useConfirm();
  const amount = (value: string) => formatAmount(value, currency);
  const undo = async () => {
    const isSure = await confirm({
      title: `Undo Mark Paid of quote #${id}?`,
      text: 'The quote waits for its payment again. The history keeps both.',
      action: 'Undo Mark Paid',
    });
    if (isSure) unpaying.mutate({ id });
  };
  const sentence = {
    none: isPaidQuote(status) ? 'Marked as paid by hand.' : 'Nothing has arrived yet.',
    part: `Part paid: ${amount(payment.paid)} has arrived, ${amount(payment.open)} is missing.`,
    paid: `Paid in full: ${amount(payment.paid)}.`,
    over: `Overpaid: ${amount(payment.paid)} has arrived, ${amount(payment.over)} more than the price.`,
  }[payment.state];
  return (
    <Stack gap="sm">
      <Text size="sm">
        {onAccount && 'On account: added to the monthly statement. '}
        {sentence}
        {!isNothing(payment.refunded) && ` ${amount(payment.refunded)} was refunded.`}
      </Text>
      {payments.length > 0 && (
        <ul className={styles.payments} aria-label="Payments">
          {payments.map((one) => (
            <li key={one.id} className={styles.payment}>
              <span className="tabular">
                {one.isRefund && '−'}
                {formatAmount(one.amount, one.currency)}
              </span>
              <Text span size="sm" c="dimmed">
                {[one.isRefund && 'Refunded', formatDate(one.at), one.reference, one.provider, one.by]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs">
        {canMoveQuote(status, 'paid') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCash size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            Payment received…
          </Button>
        )}
        {status === 'paid' && !isPaidByProvider(quote) && (
          <PendingButton
            size="xs"
            variant="default"
            isPending={unpaying.isPending}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void undo()}
          >
            Undo Mark Paid
          </PendingButton>
        )}
        {price !== null && (
          <Button
            {...inNewTab}
            href={quotePaperHref(id)}
            size="xs"
            variant="default"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
          >
            Quote PDF
          </Button>
        )}
        {isPaidQuote(status) && (
          <Button
            {...inNewTab}
            href={receiptHref(id)}
            size="xs"
            variant="default"
            leftSection={<IconReceipt size={16} aria-hidden />}
          >
            Receipt PDF
          </Button>
        )}
      </Group>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Payment received" size="sm" zIndex={300}>
        <ReceivedForm quote={quote} onClose={() => setOpen(false)} />
      </Dialog>
      {confirmDialog}
    </Stack>
  );
}
