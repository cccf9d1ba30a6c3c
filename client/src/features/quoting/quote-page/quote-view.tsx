import { Alert, Anchor, Button } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { API_BASE, paths } from '@quickfleet/shared/paths';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconGitCompare } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { LiveNote } from '../../../components/feedback/live-note.tsx';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useReturnedForm } from '../../../lib/page.ts';
import { keepRequest } from '../../../lib/storage/last-request.ts';
import { readStored, store } from '../../../lib/storage/local-store.ts';
import { ended } from '../../../lib/words/ended.ts';
import { rich } from '../../../lib/words/rich.tsx';
import { ActionCard } from './action-card.tsx';
import { DateForm } from './forms/date-form.tsx';
import { QuestionsCard } from './forms/questions-card.tsx';
import { useQuoteForms } from './forms/use-quote-forms.ts';
import { PriceCard } from './price-card.tsx';
import styles from './quote-page.module.css';
import { QuoteSteps } from './quote-steps.tsx';
import { quoteStateOf } from './quote-words.ts';
import { RequestCard } from './request-card.tsx';
import { StatusCard } from './status-card.tsx';
import { changesSinceLast, useChanges, type useCustomerQuote } from './use-customer-quote.ts';

const KEY = 'quickfleet-visitor';

/** One person on several visits, by nothing but this browser's own memory. */
function visitorId(): string {
  const kept = readStored(KEY) ?? newIdempotencyKey();
  store(KEY, kept);
  return kept;
}

/** Tells the office that somebody has looked: once, and only when the page is really seen. */
function useReportedVisit(token: string): void {
  const { client } = trpc.useUtils();
  const isVisible = useDocumentVisibility() === 'visible';
  const wasReported = useRef(false);
  useEffect(() => {
    if (!isVisible || wasReported.current) return;
    wasReported.current = true;
    // Nobody waits for it, and the page is whole without it.
    client.quotePage.seen.mutate({ token, visitor: visitorId() }).catch(() => {});
  }, [isVisible, token, client]);
}

/** The quote became another one while the page was open, or since the version before it. */
export function ChangedNotice({ changes, onSeen }: { changes: readonly string[]; onSeen: (() => void) | undefined }) {
  return (
    <Alert
      color="amber"
      role="alert"
      className={styles.changed}
      icon={<IconGitCompare aria-hidden />}
      title={onSeen ? t('This quote has just changed') : t('This is a new version of your quote')}
    >
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change} dir="auto">
            {keepNumbers(change)}
          </li>
        ))}
      </ul>
      {onSeen && (
        <Button size="sm" variant="default" mt="sm" onClick={onSeen}>
          {t('Got it')}
        </Button>
      )}
    </Alert>
  );
}

/** Says politely and once what the quote has become. */
export function Announcer({ text }: { text: string }) {
  const [last, setLast] = useState({ text, announced: '' });
  if (last.text !== text) setLast({ text, announced: text });
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {last.announced}
    </p>
  );
}

/** The whole quote for the person with its link: where it stands, what it costs, what was asked, what to do now. */
export function QuoteView({
  token,
  quote,
  live: { query, isLive, isLost, isOnline },
}: {
  token: string;
  quote: CustomerQuote;
  live: ReturnType<typeof useCustomerQuote>;
}) {
  const returned = useReturnedForm();
  const [isJustSubmitted] = useState(returned?.which === 'submitted');
  const { changes, markSeen } = useChanges(quote);
  // The form that was sent is gone: the focus goes where the answer stands.
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useQuoteForms(token, quote, returned, () => heading.current?.focus());
  const standing = quoteStateOf(quote);
  const earlier = changesSinceLast(quote);
  useReportedVisit(token);
  useEffect(() => {
    if (!isJustSubmitted) return;
    keepRequest({
      name: t('Quote {reference}', { reference: quote.reference }),
      path: paths.quote(token),
      at: Date.now(),
    });
  }, [isJustSubmitted, quote.reference, token]);
  return (
    <>
      <Announcer text={`${ended(standing.sentence)} ${changes.join(' ')}`.trim()} />
      {isJustSubmitted && (
        <Alert color="green" variant="light" role="status" title={t('Quote Submitted Successfully')} mb="md">
          {rich('Keep this page: your answer arrives here and by e-mail. {link}', {
            link: (
              <Anchor href={`${paths.home}#quote-form`} inherit c="inherit" underline="always">
                {t('Submit Another Quote')}
              </Anchor>
            ),
          })}
        </Alert>
      )}
      <div className={styles.columns}>
        <div className={styles.aside}>
          <StatusCard
            quote={quote}
            standing={standing}
            headingRef={heading}
            freshness={
              <LiveNote
                updatedAt={query.dataUpdatedAt}
                isLive={isLive}
                isLost={isLost}
                isOnline={isOnline}
                hasFailed={query.isRefetchError}
                isFetching={query.isFetching}
                onRefresh={() => void query.refetch()}
              />
            }
          />
          {changes.length > 0 ? (
            <ChangedNotice changes={changes} onSeen={markSeen} />
          ) : (
            quote.canAccept && earlier.length > 0 && <ChangedNotice changes={earlier} onSeen={undefined} />
          )}
          <ActionCard token={token} quote={quote} standing={standing} {...forms} />
        </div>
        <div className={styles.paper}>
          <PriceCard quote={quote} base={`${API_BASE}${paths.quote(token)}`} />
          <RequestCard quote={quote}>
            {quote.canChangeDate && (
              <DateForm
                token={token}
                quote={quote}
                problem={forms.problems.date}
                isPending={forms.pending === 'date'}
                changedTo={forms.changedDate}
                onChange={forms.onChangeDate}
              />
            )}
          </RequestCard>
          <QuestionsCard
            token={token}
            quote={quote}
            typed={forms.typed.ask}
            problem={forms.problems.ask}
            isPending={forms.pending === 'ask'}
            onAsk={forms.onAsk}
          />
          {standing.steps.length > 0 && <QuoteSteps steps={standing.steps} quote={quote} />}
        </div>
      </div>
    </>
  );
}
