import { Container, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useParams } from 'wouter';
import { ErrorState } from '../components/feedback/error-state.tsx';
import { CopyButton } from '../components/text/code/copy-button.tsx';
import { QuoteNotFound } from '../features/quoting/quote-page/quote-not-found.tsx';
import styles from '../features/quoting/quote-page/quote-page.module.css';
import { QuotePageSkeleton } from '../features/quoting/quote-page/quote-page-skeleton.tsx';
import { QuoteView } from '../features/quoting/quote-page/quote-view.tsx';
import { titleOf } from '../features/quoting/quote-page/quote-words.ts';
import { useCustomerQuote } from '../features/quoting/quote-page/use-customer-quote.ts';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { statusOf } from '../lib/api/error-message.ts';
import { brand } from '../lib/words/brand.ts';

/** A link preview shows it to everybody whom the link is forwarded to: it names nobody and no price. */
const ABOUT = t('Your quote from {name}: look through it, ask, accept and pay, all on one page.', { name: brand.name });

/** /q/{token}: the customer's page of one quote, from the request to the booked delivery. */
export function QuotePage() {
  const { token = '' } = useParams();
  const live = useCustomerQuote(token);
  const { error, isFetching } = live.query;
  // A link that was replaced while its page is open shows nothing of the quote any more.
  const isGone = statusOf(error) === 404;
  const data = isGone ? undefined : live.query.data;
  useDocumentTitle(titleOf(data), ABOUT);
  return (
    <Container className={styles.page}>
      <div className={styles.head}>
        <Title order={1}>{t('Your quote')}</Title>
        {data && (
          <p className={styles.reference}>
            <span className={styles.quiet}>{t('Reference')}</span>
            <span className="mono">{data.reference}</span>
            <span className="no-print">
              <CopyButton value={data.reference} what={t('reference (to copy)')} />
            </span>
          </p>
        )}
      </div>
      {data && <QuoteView token={token} quote={data} live={live} />}
      {isGone && <QuoteNotFound wasOpen={live.query.data !== undefined} />}
      {!data && error && !isGone && !isFetching && (
        <ErrorState
          title={t('The quote could not be loaded')}
          error={error}
          onRetry={() => void live.query.refetch()}
        />
      )}
      {!data && (!error || (isFetching && !isGone)) && <QuotePageSkeleton />}
    </Container>
  );
}
