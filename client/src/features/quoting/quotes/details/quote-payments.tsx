import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { formatAmount, isNothing, unitsOf } from '@quickfleet/shared/base/money/money';
import { canMoveQuote, isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp, IconCash, IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
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
  const send = async () => {
    if (!paidOn || paidOn > todayInZone()) return setProblem(t('Choose today or an earlier day'));
    const reference = paymentReference.trim();
    const changes = { status: 'paid' as const, paidOn, ...(reference ? { paymentReference: reference } : {}) };
    if ((await change(quote, changes, t('Quote #{id} is marked as paid', { id: quote.id }))) !== 'failed') onClose();
  };
  return (
    <DialogForm
      onSubmit={() => void send()}
      onCancel={onClose}
      send={t('Mark as paid')}
      sending={t('Saving...')}
      isPending={isBusy(quote.id)}
    >
      <TextInput
        type="date"
        label={t('Received on')}
        max={todayInZone()}
        value={paidOn}
        error={problem}
        onChange={(event) => {
          setPaidOn(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <TextInput
        label={t('Reference')}
        description={t('As your bank or the payment page shows it')}
        autoComplete="off"
        maxLength={REFERENCE_MAX}
        data-autofocus
        value={paymentReference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </DialogForm>
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
      title: t('Undo Mark Paid of quote #{id}?', { id }),
      text: t('The quote waits for its payment again. The history keeps both.'),
      action: t('Undo Mark Paid'),
    });
    if (isSure) unpaying.mutate({ id });
  };
  const sentence = {
    none: isPaidQuote(status) ? t('Marked as paid by hand.') : t('Nothing has arrived yet.'),
    part: t('Part paid: {paid} has arrived, {open} is missing.', {
      paid: amount(payment.paid),
      open: amount(payment.open),
    }),
    paid: t('Paid in full: {paid}.', { paid: amount(payment.paid) }),
    over: t('Overpaid: {paid} has arrived, {over} more than the price.', {
      paid: amount(payment.paid),
      over: amount(payment.over),
    }),
  }[payment.state];
  return (
    <Stack gap="sm">
      <Text size="sm">
        {onAccount && `${t('On account: added to the monthly statement.')} `}
        {sentence}
        {!isNothing(payment.refunded) && ` ${t('{amount} was refunded.', { amount: amount(payment.refunded) })}`}
      </Text>
      {payments.length > 0 && (
        <ul className={styles.payments} aria-label={t('Payments')}>
          {payments.map((one) => (
            <li key={one.id} className={styles.payment}>
              <span className="tabular">
                {one.isRefund && '−'}
                {formatAmount(one.amount, one.currency)}
              </span>
              <Text span size="sm" c="dimmed">
                {[one.isRefund && t('Refunded'), formatDate(one.at), one.reference, one.provider, one.by]
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
            {t('Payment received…')}
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
            {t('Undo Mark Paid')}
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
            {t('Quote PDF')}
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
            {t('Receipt PDF')}
          </Button>
        )}
      </Group>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('Payment received')} size="sm" zIndex={300}>
        <ReceivedForm quote={quote} onClose={() => setOpen(false)} />
      </Dialog>
      {confirmDialog}
    </Stack>
  );
}
