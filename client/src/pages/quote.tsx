import { Container, Title } from '@mantine/core';
import { useParams } from 'wouter';
import { CopyButton } from '../components/copy-button.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { QuoteNotFound } from '../features/quote-page/quote-not-found.tsx';
import styles from '../features/quote-page/quote-page.module.css';
import { QuotePageSkeleton } from '../features/quote-page/quote-page-skeleton.tsx';
import { QuotePaper } from '../features/quote-page/quote-paper.tsx';
import { titleOf } from '../features/quote-page/quote-words.ts';
import { useCustomerQuote } from '../features/quote-page/use-customer-quote.ts';
import { brand } from '../lib/brand.ts';
import { statusOf } from '../lib/error-message.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

/** A link preview shows it to everybody whom the link is forwarded to: it names nobody and no price. */
const ABOUT = `Your quote from ${brand.name}: look through it, ask, accept and pay, all on one page.`;

/** /q/{token}: the customer's page of one quote, from the request to the booked delivery. */
export function QuotePage() {
  const { token = '' } = useParams();
  const live = useCustomerQuote(token);
  const { data, error, isFetching } = live.query;
  useDocumentTitle(titleOf(data), ABOUT);
  return (
    <Container className={styles.page}>
      <div className={styles.head}>
        <Title order={1}>Your quote</Title>
        {data && (
          <p className={styles.reference}>
            <span className={styles.quiet}>Reference</span>
            <span className="mono">{data.reference}</span>
            <span className="no-print">
              <CopyButton value={data.reference} what="reference" />
            </span>
          </p>
        )}
      </div>
      {data && <QuotePaper token={token} quote={data} live={live} />}
      {!data && statusOf(error) === 404 && <QuoteNotFound />}
      {!data && error && statusOf(error) !== 404 && !isFetching && (
        <ErrorState title="The quote could not be loaded" error={error} onRetry={() => void live.query.refetch()} />
      )}
      {!data && (!error || (isFetching && statusOf(error) !== 404)) && <QuotePageSkeleton />}
    </Container>
  );
}
