import { Anchor, Container, Group, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, Redirect } from 'wouter';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { ErrorState } from '../components/feedback/error-state.tsx';
import { MyQuote } from '../features/quoting/quote-page/my-quote.tsx';
import styles from '../features/quoting/quote-page/quote-page.module.css';
import { QuotePageSkeleton } from '../features/quoting/quote-page/quote-page-skeleton.tsx';
import { titleOf } from '../features/quoting/quote-page/quote-words.ts';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { statusOf } from '../lib/api/error-message.ts';
import { trpc } from '../lib/api/trpc.ts';

/** /my/quotes/{reference}: a quote of a customer that one may see. */
export function MyQuotePage({ reference }: { reference: string }) {
  const quote = trpc.my.quote.useQuery({ reference });
  const status = statusOf(quote.error);
  const data = status === 404 ? undefined : quote.data;
  useDocumentTitle(titleOf(data));
  // Who is signed in with no address, or signed out, asks for a link there.
  if (status === 401 || status === 403 || status === 409) return <Redirect to={paths.my} replace />;
  return (
    <Container className={styles.page}>
      <Anchor component={Link} href={paths.my} size="sm" mb="xs" display="inline-block" className="no-print">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> {t('My deliveries')}
        </Group>
      </Anchor>
      <div className={styles.head}>
        <Title order={1}>{t('Quote')}</Title>
        {data && <p className={`${styles.reference} mono`}>{data.reference}</p>}
      </div>
      {data && <MyQuote quote={data} />}
      {status === 404 && (
        <EmptyState
          title={t('We can’t find this quote')}
          text={t('It was removed, or you can no longer see the deliveries of its customer.')}
        />
      )}
      {!data && quote.error && status !== 404 && (
        <ErrorState
          title={t('The quote could not be loaded')}
          error={quote.error}
          onRetry={() => void quote.refetch()}
        />
      )}
      {quote.isPending && <QuotePageSkeleton />}
    </Container>
  );
}
