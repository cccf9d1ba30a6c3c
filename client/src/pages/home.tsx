import { useState } from 'react';
import { Contact } from '../features/home/contact.tsx';
import { Hero } from '../features/home/hero.tsx';
import { Services } from '../features/home/services.tsx';
import { WhyChoose } from '../features/home/why-choose.tsx';
import type { SubmittedQuote } from '../features/quotes/request/quote-request-form.tsx';
import { QuoteRequestSection } from '../features/quotes/request/quote-request-section.tsx';
import { QuoteSubmitted } from '../features/quotes/request/quote-submitted.tsx';
import { brand } from '../lib/brand.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

function Welcome({ onSubmitted }: { onSubmitted: (quote: SubmittedQuote) => void }) {
  useDocumentTitle(brand.name);
  return (
    <>
      <Hero />
      <Services />
      <QuoteRequestSection onSubmitted={onSubmitted} />
      <WhyChoose />
      <Contact />
    </>
  );
}

/** Who we are and the quote form; after a submission its confirmation takes the page's place. */
export function HomePage() {
  const [submitted, setSubmitted] = useState<SubmittedQuote>();
  const [leave] = useState(() => () => setSubmitted(undefined));
  return submitted ? <QuoteSubmitted quote={submitted} onLeave={leave} /> : <Welcome onSubmitted={setSubmitted} />;
}
