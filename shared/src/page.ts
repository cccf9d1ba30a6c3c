// What the server gives to a page's render and gets from it. Types only: client/src/render.tsx is the other side.

import type { DeliveryPage } from './delivery/tracking/delivery-page.ts';
import type { RequestOptions } from './delivery/tracking/delivery-requests.ts';
import type { TrackedOrder } from './delivery/tracking/tracking.ts';
import type { ErrorBody } from './errors.ts';
import type { CustomerQuote } from './quoting/quote-page.ts';
import type { Language } from './words/languages.ts';

/** A plain form that came back with its page: what was typed, without secrets, and why it was refused. */
export interface ReturnedForm {
  typed: string;
  problem: string;
  /** Which of a page's forms it was, where the page has several. */
  which?: string;
  /** All that was typed, of a form with several fields. */
  values?: unknown;
}
/** What a page shows besides its own words. */
export interface PageInput {
  path: string;
  /** The order of a tracking page, or why it is not shown; absent while nobody knows. */
  tracked?: { trackingNumber: string; order?: TrackedOrder; refused?: ErrorBody };
  /** The quote of a customer's page, or why it is not shown; absent while nobody knows. */
  quoted?: { token: string; quote?: CustomerQuote; refused?: ErrorBody };
  /** The delivery of a mailed link and what can be asked for, or why it is not shown; absent while nobody knows. */
  mailed?: { token: string; delivery?: DeliveryPage; options?: RequestOptions; refused?: ErrorBody };
  form?: ReturnedForm;
}
/** How the page calls itself to the tab, search engines and link previews. */
export interface Head {
  title: string;
  description: string;
}
export interface RenderedPage extends Head {
  html: string;
  /** What the browser needs to render the same; embedded in the page as JSON. */
  data: unknown;
}
export type RenderPage = (input: PageInput) => Promise<RenderedPage>;

/** Where the build puts the bundle that renders pages in a language, in the folder of the pages. */
export const rendererIn = (language: Language): string => `.server/render.${language}.cjs`;
/** Where it names the scripts of which each language has its own. */
export const WORDY = '.server/wordy.json';

/** The addresses of scripts with words as they are in another language. */
export function ofLanguage(text: string, language: Language, wordy: Iterable<string>): string {
  if (language === 'en') return text;
  let moved = text;
  for (const name of wordy) moved = moved.replaceAll(`assets/${name}`, `assets/${language}/${name}`);
  return moved;
}
