import type { CreateQuote } from '@quickfleet/shared/quoting/quotes';

/** What the confirmation of a request shows. */
export interface SubmittedQuote {
  /** What the customer calls it: 'Quote K7M-3QF'. */
  name: string;
  /** The page of the quote: the end of the link that the answer carries. */
  path: string | undefined;
  /** With the day that it is for, as the server has fixed it. */
  request: CreateQuote & { wantedDay: string | null | undefined };
  at: number;
}
