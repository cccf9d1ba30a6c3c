import { API_BASE, paths } from '@quickfleet/shared/paths';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { useRef } from 'react';
import { ended } from '../../../lib/words/ended.ts';
import { ActionCard } from './action-card.tsx';
import { QuestionsCard } from './forms/questions-card.tsx';
import { useMyDecision } from './forms/use-quote-forms.ts';
import { PriceCard } from './price-card.tsx';
import styles from './quote-page.module.css';
import { QuoteSteps } from './quote-steps.tsx';
import { Announcer, ChangedNotice } from './quote-view.tsx';
import { quoteStateOf } from './quote-words.ts';
import { RequestCard } from './request-card.tsx';
import { StatusCard } from './status-card.tsx';
import { useChanges } from './use-customer-quote.ts';

const nothingAsked = async () => false;

/** A quote of a customer that one may see, who may decide about it without the link of the customer's mail. */
export function MyQuote({ quote }: { quote: CustomerQuote }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useMyDecision(quote, () => heading.current?.focus());
  const { changes, markSeen } = useChanges(quote);
  const read = quoteStateOf(quote);
  // Nothing is asked here, and not everybody decides.
  const next = quote.canAccept
    ? t('Review it, and accept when you’re ready.')
    : t('A member who may book accepts or declines it.');
  const standing = read.act === 'decide' ? { ...read, next } : read;
  return (
    <>
      <Announcer text={`${ended(standing.sentence)} ${changes.join(' ')}`.trim()} />
      <div className={styles.columns}>
        <div className={styles.aside}>
          <StatusCard quote={quote} standing={standing} headingRef={heading} freshness={null} />
          {changes.length > 0 && <ChangedNotice changes={changes} onSeen={markSeen} />}
          <ActionCard token={undefined} quote={quote} standing={standing} {...forms} />
        </div>
        <div className={styles.paper}>
          <PriceCard quote={quote} base={`${API_BASE}${paths.myQuote(quote.reference)}`} />
          <RequestCard quote={quote} />
          {quote.questions.length > 0 && (
            <QuestionsCard token={undefined} quote={quote} problem={undefined} isPending={false} onAsk={nothingAsked} />
          )}
          {standing.steps.length > 0 && <QuoteSteps steps={standing.steps} quote={quote} />}
        </div>
      </div>
    </>
  );
}
