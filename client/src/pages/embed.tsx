import { Anchor, Box, Container, MantineThemeProvider, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { SpinnerPage } from '../components/feedback/spinner-page.tsx';
import { CopyButton } from '../components/text/copy-button.tsx';
import { Announcer } from '../features/delivery/tracking/announcer.tsx';
import { TrackingSearch } from '../features/delivery/tracking/search/tracking-search.tsx';
import styles from '../features/delivery/tracking/tracking.module.css';
import { TrackingOutcome } from '../features/delivery/tracking/tracking-outcome.tsx';
import { useTrackedOrder } from '../features/delivery/tracking/use-tracked-order.ts';
import type { SubmittedQuote } from '../features/quoting/quotes/request/quote-submitted.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { lazyNamed } from '../lib/lazy-named.ts';
import { brand } from '../lib/words/brand.ts';
import { rich } from '../lib/words/rich.tsx';
import { roomyTheme } from '../theme.ts';
import { NotFoundPage } from './not-found.tsx';

// With the home page it is one file, which stays as small as it is without this page.
export const QuoteForm = lazyNamed(() => import('./home.tsx').then((m) => m.QuoteForm));

/** Tells the page around how high this one is. A page of another origin than it says it is gets no message. */
function useSizeMessages(content: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const around = new URLSearchParams(location.search).get('from');
    const element = content.current;
    if (!element || window.parent === window || !around || !URL.canParse(around)) return;
    const { origin } = new URL(around);
    const observer = new ResizeObserver(() =>
      window.parent.postMessage({ quickfleet: 'size', height: Math.ceil(element.offsetHeight) }, origin),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
}

/** The pages that a link leads to may not be shown in a frame: they open in a tab. */
function openInTab(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!link || !href || href.startsWith('#') || /^(?:mailto|tel):/.test(href)) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, '_blank', 'noopener');
}

/** A form that is sent before its scripts leads to a page that is shown in no frame. */
const TARGET = '_blank';

function EmbeddedTracking() {
  const [trackingNumber, setTrackingNumber] = useState('');
  const tracked = useTrackedOrder(trackingNumber);
  const input = useRef<HTMLInputElement>(null);
  useDocumentTitle(t('Track Your Order'));
  const search = (wanted: string) => {
    if (wanted === trackingNumber) void tracked.query.refetch();
    else setTrackingNumber(wanted);
  };
  return (
    <Container className={styles.page}>
      <VisuallyHidden>
        <Title order={1}>{t('Track Your Order')}</Title>
      </VisuallyHidden>
      <TrackingSearch initial="" inputRef={input} onSearch={search} target={TARGET} />
      <Announcer order={tracked.query.data} />
      {trackingNumber && (
        <Box className={styles.below} mt="lg">
          <TrackingOutcome tracked={tracked} trackingNumber={trackingNumber} />
        </Box>
      )}
    </Container>
  );
}

/** The form that had the focus is gone. */
const focused = (heading: HTMLHeadingElement | null) => heading?.focus();

function Sent({ quote: { name, path, request } }: { quote: SubmittedQuote }) {
  return (
    <Container size="sm" py="xl">
      <Stack gap="sm">
        <Title order={1} ref={focused} tabIndex={-1}>
          {t('Quote Submitted Successfully')}
        </Title>
        <Text>
          {rich('A confirmation is on its way to {address}. Your reference is {reference}', {
            address: <strong>{request.customer.email}</strong>,
            reference: <strong>{name}</strong>,
          })}{' '}
          <CopyButton value={name} what={t('reference (to copy)')} />
        </Text>
        {path && <Anchor href={path}>{t('Follow your quote')}</Anchor>}
      </Stack>
    </Container>
  );
}

function EmbeddedQuote() {
  const [submitted, setSubmitted] = useState<SubmittedQuote>();
  useDocumentTitle(t('Get a quote'));
  if (submitted) return <Sent quote={submitted} />;
  return (
    <>
      <VisuallyHidden>
        <Title order={1}>{brand.name}</Title>
      </VisuallyHidden>
      <Suspense fallback={<SpinnerPage />}>
        <QuoteForm onSubmitted={setSubmitted} target={TARGET} />
      </Suspense>
    </>
  );
}

const embeds: Readonly<Record<string, () => React.JSX.Element>> = { tracking: EmbeddedTracking, quote: EmbeddedQuote };

/** /embed/tracking and /embed/quote: what /embed.js shows in a page of another site, without header and footer. */
export function EmbedPage() {
  const { what = '' } = useParams();
  const content = useRef<HTMLElement>(null);
  useSizeMessages(content);
  const Embedded = embeds[what];
  if (!Embedded) return <NotFoundPage />;
  return (
    <MantineThemeProvider theme={roomyTheme}>
      <main ref={content} onClickCapture={openInTab}>
        <Embedded />
      </main>
    </MantineThemeProvider>
  );
}
