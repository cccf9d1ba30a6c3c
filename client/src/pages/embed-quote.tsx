import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { Suspense, useState } from 'react';
import { SpinnerPage } from '../components/feedback/spinner-page.tsx';
import { CopyButton } from '../components/text/code/copy-button.tsx';
import type { SubmittedQuote } from '../features/quoting/quotes/request/quote-submitted.tsx';
import { EMBED_TARGET, EmbedLayout } from '../layouts/embed-layout.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { lazyNamed } from '../lib/loading/lazy-named.ts';
import { brand } from '../lib/words/brand.ts';
import { rich } from '../lib/words/rich.tsx';

// With the home page it is one file, which stays as small as it is without this page.
export const QuoteForm = lazyNamed(() => import('./home.tsx').then((m) => m.QuoteForm));

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

/** /embed/quote */
export function EmbedQuotePage() {
  const [submitted, setSubmitted] = useState<SubmittedQuote>();
  useDocumentTitle(t('Get a quote'));
  return (
    <EmbedLayout>
      {submitted ? (
        <Sent quote={submitted} />
      ) : (
        <>
          <Title order={1} className="visually-hidden">
            {brand.name}
          </Title>
          <Suspense fallback={<SpinnerPage />}>
            <QuoteForm onSubmitted={setSubmitted} target={EMBED_TARGET} />
          </Suspense>
        </>
      )}
    </EmbedLayout>
  );
}
