import { Suspense, useState } from 'react';
import { SpinnerPage } from '../components/feedback/spinner-page.tsx';
import { Contact } from '../features/company/home/contact.tsx';
import { Hero } from '../features/company/home/hero.tsx';
import { Services } from '../features/company/home/services.tsx';
import { WhyChoose } from '../features/company/home/why-choose.tsx';
import { QuoteRequestSection } from '../features/quoting/quotes/request/quote-request-section.tsx';
import type { SubmittedQuote } from '../features/quoting/quotes/request/quote-submitted.tsx';
import { RequestSummary, WhatHappensNext } from '../features/quoting/quotes/request/request-summary.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { lazyNamed } from '../lib/loading/lazy-named.ts';
import { brand } from '../lib/words/brand.ts';

/** For the page that other sites show, too. */
export { QuoteRequestSection as QuoteForm };

// Loaded while the form is filled in.
const QuoteSubmitted = lazyNamed(() =>
  import('../features/quoting/quotes/request/quote-submitted.tsx').then((m) => m.QuoteSubmitted),
);

function Welcome({ onSubmitted }: { onSubmitted: (quote: SubmittedQuote) => void }) {
  useDocumentTitle(brand.name);
  const { sections } = brand.site;
  return (
    <>
      <Hero />
      {sections.services && <Services />}
      <QuoteRequestSection onSubmitted={onSubmitted} />
      {sections.whyChoose && <WhyChoose />}
      {sections.contact && <Contact />}
    </>
  );
}

/** Who we are and the quote form; after a submission its confirmation takes the page's place. */
export function HomePage() {
  const [submitted, setSubmitted] = useState<SubmittedQuote>();
  const [leave] = useState(() => () => setSubmitted(undefined));
  if (!submitted) return <Welcome onSubmitted={setSubmitted} />;
  return (
    <Suspense fallback={<SpinnerPage />}>
      <QuoteSubmitted
        quote={submitted}
        onLeave={leave}
        summary={<RequestSummary values={submitted.request} />}
        next={<WhatHappensNext />}
      />
    </Suspense>
  );
}
