import { Button } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { canDeleteQuote, canEditQuote, canMoveQuote, canPriceQuote } from '@quickfleet/shared/quoting/quote-status';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import {
  IconArrowRight,
  IconCash,
  IconCurrencyDollar,
  IconEye,
  IconMail,
  IconPackage,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { canBookOnAccount } from '../fields/quote-outcome.ts';
import styles from '../list/quote-card.module.css';
import type { QuoteDialog } from '../list/quotes-view.ts';
import { useQuoteWork } from './quote-work.tsx';

interface QuoteActionsProps {
  quote: Quote;
  onOpen: (dialog: QuoteDialog, id: number) => void;
  /** The details are open already. */
  inDetails?: boolean;
  onRemoved?: () => void;
}

/** The next step of a quote: one button that keeps the focus from draft to paid; `purpose` stops double clicks. */
export function NextStep({ quote, onOpen }: Pick<QuoteActionsProps, 'quote' | 'onOpen'>) {
  const { markPaid, convert, isBusy } = useQuoteWork();
  const { id, status } = quote;
  const isPending = isBusy(id);
  if (status === 'converted' && quote.orderId !== null) {
    return (
      <Button
        component={Link}
        href={`${paths.adminOrders}?order=${quote.orderId}`}
        size="xs"
        variant="light"
        rightSection={<IconArrowRight size={16} aria-hidden />}
        data-next-step={id}
        className={styles.next}
      >
        {t('View order')}
      </Button>
    );
  }
  const steps = [
    {
      may: canPriceQuote(status),
      text: t('Set Price'),
      busy: t('Saving...'),
      icon: IconCurrencyDollar,
      run: () => onOpen('price', id),
    },
    {
      may: canMoveQuote(status, 'paid') && !canBookOnAccount(quote),
      text: t('Mark Paid'),
      busy: t('Saving...'),
      icon: IconCash,
      run: () => markPaid(quote),
    },
    {
      may: canMoveQuote(status, 'converted') || canBookOnAccount(quote),
      text: t('Convert to Order'),
      busy: t('Converting...'),
      icon: IconPackage,
      run: () => convert(quote),
    },
  ];
  const step = steps.find(({ may }) => may);
  if (!step) return null;
  const StepIcon = step.icon;
  return (
    <PendingButton
      size="xs"
      isPending={isPending}
      purpose={step.text}
      leftSection={<StepIcon size={16} aria-hidden />}
      onClick={step.run}
      aria-describedby={`quote-${id}-title`}
      data-next-step={id}
      className={styles.next}
    >
      {isPending ? step.busy : step.text}
    </PendingButton>
  );
}

/** The buttons a quote's state allows (shared/quote-status.ts). */
export function QuoteActions({ quote, onOpen, inDetails = false, onRemoved }: QuoteActionsProps) {
  const { sendEmail, remove, isBusy, mayDelete } = useQuoteWork();
  const { id, status } = quote;
  const canMail =
    quote.price !== null && (quote.paymentUrl !== null || quote.payBy !== 'link') && canMoveQuote(status, 'paid');
  const isPending = isBusy(id);
  const described = { 'aria-describedby': `quote-${id}-title` };

  return (
    <div className={styles.actions}>
      <NextStep quote={quote} onOpen={onOpen} />
      {!inDetails && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => onOpen('quote', id)}
          {...described}
        >
          {t('View')}
        </Button>
      )}
      {canEditQuote(status) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => onOpen('edit', id)}
          {...described}
        >
          {t('Edit')}
        </Button>
      )}
      {canMail && (
        <PendingButton
          size="xs"
          variant="default"
          isPending={isPending}
          purpose={isPending ? 'sending' : 'send'}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => sendEmail(quote)}
          {...described}
        >
          {t('Send Email')}
        </PendingButton>
      )}
      {canDeleteQuote(status) && mayDelete && (
        <PendingButton
          size="xs"
          variant="subtle"
          color="red"
          isPending={isPending}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove(quote).then((isGone) => isGone && onRemoved?.())}
          {...described}
        >
          {t('Delete')}
        </PendingButton>
      )}
    </div>
  );
}
