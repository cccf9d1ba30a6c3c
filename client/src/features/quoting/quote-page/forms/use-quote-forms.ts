import type { ReturnedForm } from '@quickfleet/shared/page';
import type { AcceptQuote, CustomerQuote, DeclineQuote } from '@quickfleet/shared/quoting/quote-page';
import { useRef, useState } from 'react';
import { codeOf, messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useAttempt } from '../../../../lib/forms/use-attempt.ts';
import { type FormName, formNames } from './page-form.tsx';

/** What has overtaken the page: it is read again, and what was typed stays. */
const OVERTAKEN = ['QUOTE_REVISION_CHANGED', 'QUOTE_EXPIRED', 'QUOTE_ALREADY_DECIDED', 'QUOTE_NOT_SENT'];
const isFormName = (name: string | undefined): name is FormName => formNames.some((known) => known === name);

/** The upload and its rules are loaded with the first drawn signature. */
async function storeSignature(signature: Blob): Promise<string> {
  const { uploadImage } = await import('../../../../lib/api/upload.ts');
  return uploadImage(new File([signature], `signature-${Date.now()}.png`, { type: 'image/png' }));
}

interface Options {
  context: { idempotencyKey: string };
}
/** How a quote is reached: by its link, or by the address that one is signed in with. */
interface QuoteWay {
  accept: (input: Omit<AcceptQuote, 'token'>, options: Options) => Promise<CustomerQuote>;
  decline: (input: Omit<DeclineQuote, 'token'>, options: Options) => Promise<CustomerQuote>;
  show: (quote: CustomerQuote) => void;
  readAgain: () => Promise<void>;
}

/** Accepting and declining, one at a time, and what came of each. */
export function useDecision(
  way: QuoteWay,
  quote: CustomerQuote,
  returned: ReturnedForm | undefined,
  onDecided: () => void,
) {
  const attemptOf = useAttempt();
  const [sent] = useState(returned);
  const which = isFormName(sent?.which) ? sent.which : undefined;
  const [pending, setPending] = useState<FormName>();
  const [problems, setProblems] = useState<Partial<Record<FormName, string>>>(
    which && sent ? { [which]: sent.problem } : {},
  );
  const isBusy = useRef(false);

  const send = async (form: FormName, call: () => Promise<CustomerQuote>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(form);
    setProblems({});
    try {
      way.show(await call());
      return true;
    } catch (error) {
      setProblems({ [form]: messageOf(error) });
      if (OVERTAKEN.includes(codeOf(error) ?? '')) await way.readAgain();
      return false;
    } finally {
      isBusy.current = false;
      setPending(undefined);
    }
  };
  const keyed = (content: unknown): Options => ({ context: { idempotencyKey: attemptOf(content) } });

  return {
    send,
    keyed,
    forms: {
      pending,
      problems,
      typed: which && sent ? ({ [which]: sent.typed } as Partial<Record<FormName, string>>) : {},
      onAccept: ({ name, signature }: { name: string; signature: Blob | undefined }) =>
        void send('accept', async () => {
          const input = {
            revision: quote.revision,
            name,
            termsAccepted: true as const,
            ...(signature ? { signature: await storeSignature(signature) } : {}),
          };
          return way.accept(input, keyed({ ...input, of: quote.reference }));
        }).then((isDone) => isDone && onDecided()),
      onDecline: (reason: string) =>
        void send('decline', () => {
          const input = { reason, revision: quote.revision };
          return way.decline(input, keyed({ ...input, of: quote.reference }));
        }).then((isDone) => isDone && onDecided()),
    },
  };
}

/** What the page's forms send, one at a time, and what came of each. */
export function useQuoteForms(
  token: string,
  quote: CustomerQuote,
  returned: ReturnedForm | undefined,
  onDecided: () => void,
) {
  const utils = trpc.useUtils();
  const { client } = utils;
  const [changedDate, setChangedDate] = useState<string>();
  const way: QuoteWay = {
    accept: (input, options) => client.quotePage.accept.mutate({ token, ...input }, options),
    decline: (input, options) => client.quotePage.decline.mutate({ token, ...input }, options),
    show: (answer) => utils.quotePage.get.setData({ token }, answer),
    readAgain: () => utils.quotePage.get.invalidate({ token }),
  };
  const decision = useDecision(way, quote, returned, onDecided);
  const { keyed } = decision;
  const send: typeof decision.send = (form, call) =>
    decision.send(form, () => {
      setChangedDate(undefined);
      return call();
    });

  return {
    ...decision.forms,
    onAsk: (text: string) =>
      send('ask', () => {
        const input = { token, text };
        return client.quotePage.ask.mutate(input, keyed({ ...input, after: quote.questions.length }));
      }),
    /** The day that was changed to on this page, until something else is sent. */
    changedDate,
    onChangeDate: (speedDate: string) =>
      void send('date', () =>
        client.quotePage.changeDate.mutate({ token, speedType: 'specific_date', speedDate }),
      ).then((isDone) => isDone && setChangedDate(speedDate)),
  };
}

/** The same decisions about a quote of a customer that one may see. */
export function useMyDecision(quote: CustomerQuote, onDecided: () => void) {
  const utils = trpc.useUtils();
  const { client } = utils;
  const { reference } = quote;
  const way: QuoteWay = {
    accept: (input, options) => client.my.accept.mutate({ reference, ...input }, options),
    decline: (input, options) => client.my.decline.mutate({ reference, ...input }, options),
    show: (answer) => {
      utils.my.quote.setData({ reference }, answer);
      void utils.my.quotes.invalidate();
    },
    readAgain: () => utils.my.quote.invalidate({ reference }),
  };
  return useDecision(way, quote, undefined, onDecided).forms;
}
