import { Anchor, Button, Container, Group, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { paths } from '@quickfleet/shared/paths';
import { priceDueAt } from '@quickfleet/shared/quoting/due-times';
import { estimateWords } from '@quickfleet/shared/quoting/pricing/estimate-words';
import type { ShownEstimate } from '@quickfleet/shared/quoting/quote-page';
import type { CreateQuote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { useDocumentTitle } from '../../../../lib/addresses/use-document-title.ts';
import { keepRequest } from '../../../../lib/storage/last-request.ts';
import { brand, supportMailto } from '../../../../lib/words/brand.ts';
import { formatDue } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import styles from './quote-request.module.css';

/** What the confirmation of a request shows. */
export interface SubmittedQuote {
  /** What the customer calls it: 'Quote K7M-3QF'. */
  name: string;
  /** The page of the quote: the end of the link that the answer carries. */
  path: string | undefined;
  /** With the day that it is for, as the server has fixed it. */
  request: CreateQuote & { wantedDay: string | null | undefined };
  /** The price that the form showed for it. */
  estimate: ShownEstimate | null | undefined;
  at: number;
}

/** Replaces the home page after a submission, until the visitor starts another one or follows a link. */
export function QuoteSubmitted({
  quote,
  onLeave,
  summary,
  next,
}: {
  quote: SubmittedQuote;
  onLeave: () => void;
  /** What was asked for, and what happens next: the home page has both. */
  summary: ReactNode;
  next: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, path, request, estimate, at } = quote;
  // As the server promises it.
  const place = { timeZone: brand.timeZone, business: brand.hours };
  const answerBy = priceDueAt(new Date(at), request.speedType, brand.promises, place).toISOString();
  useDocumentTitle(t('Quote Submitted Successfully'));
  useEffect(() => {
    if (path) keepRequest({ name, path, at });
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [name, path, at]);
  // The header's links name sections of this very page, which are not there now.
  useWindowEvent('pushState', onLeave);
  useWindowEvent('popstate', onLeave);

  return (
    <Container size="md" className={styles.submitted}>
      <IconCircleCheck className={styles.submittedMark} size={56} stroke={1.6} aria-hidden />
      <Title order={1} ref={heading} tabIndex={-1}>
        {t('Quote Submitted Successfully')}
      </Title>
      <Text mt="sm">
        {rich("A confirmation is on its way to {email}. We'll reply by {time}, by e-mail and on your quote page.", {
          email: <strong>{request.customer.email}</strong>,
          time: <time dateTime={answerBy}>{formatDue(answerBy)}</time>,
        })}
      </Text>
      {estimate && (
        <Text mt="sm" className="tabular">
          {t('Price shown with your request: {price}', { price: estimateWords(estimate) ?? '' })}
        </Text>
      )}
      <p className={styles.reference}>
        <span className={styles.wayLabel}>{t('Reference')}</span>
        <span className={styles.referenceNumber}>{name}</span>
        <CopyButton value={name} what={t('reference (to copy)')} />
      </p>
      {path && (
        <Button
          component="a"
          href={path}
          size="lg"
          className={styles.follow}
          rightSection={<IconArrowRight size={20} aria-hidden />}
        >
          {t('Follow your quote')}
        </Button>
      )}
      <div className={styles.submittedColumns}>
        {summary}
        <div>
          <h2 className={styles.asideTitle}>{t('What happens next')}</h2>
          {next}
        </div>
      </div>
      <Group>
        <Button variant={path ? 'default' : 'filled'} onClick={() => location.assign(paths.home)}>
          {t('Submit Another Quote')}
        </Button>
        <Button component={Link} href={paths.track} variant="default">
          {t('Track an order')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="lg">
        {rich('Need to change something? {mailUs} with your reference.', {
          mailUs: (
            <Anchor href={supportMailto(name)} inherit underline="always">
              {t('E-mail us')}
            </Anchor>
          ),
        })}
      </Text>
    </Container>
  );
}
