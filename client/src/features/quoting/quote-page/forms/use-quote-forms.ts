import type { ReturnedForm } from '@quickfleet/shared/page';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
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

/** What the page's forms send, one at a time, and what came of each. */
export function useQuoteForms(
  token: string,
  quote: CustomerQuote,
  returned: ReturnedForm | undefined,
  onDecided: () => void,
) {
  const utils = trpc.useUtils();
  const attemptOf = useAttempt();
  const [sent] = useState(returned);
  const which = isFormName(sent?.which) ? sent.which : undefined;
  const [pending, setPending] = useState<FormName>();
  const [problems, setProblems] = useState<Partial<Record<FormName, string>>>(
    which && sent ? { [which]: sent.problem } : {},
  );
  const [changedDate, setChangedDate] = useState<string>();
  const isBusy = useRef(false);

  const send = async (form: FormName, call: () => Promise<CustomerQuote>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(form);
    setProblems({});
    setChangedDate(undefined);
    try {
      utils.quotePage.get.setData({ token }, await call());
      return true;
    } catch (error) {
      setProblems({ [form]: messageOf(error) });
      if (OVERTAKEN.includes(codeOf(error) ?? '')) await utils.quotePage.get.invalidate({ token });
      return false;
    } finally {
      isBusy.current = false;
      setPending(undefined);
    }
  };
  const { client } = utils;
  const keyed = (content: unknown) => ({ context: { idempotencyKey: attemptOf(content) } });

  return {
    pending,
    problems,
    typed: which && sent ? ({ [which]: sent.typed } as Partial<Record<FormName, string>>) : {},
    onAccept: ({ name, signature }: { name: string; signature: Blob | undefined }) =>
      void send('accept', async () => {
        const input = {
          token,
          revision: quote.revision,
          name,
          termsAccepted: true as const,
          ...(signature ? { signature: await storeSignature(signature) } : {}),
        };
        return client.quotePage.accept.mutate(input, keyed(input));
      }).then((isDone) => isDone && onDecided()),
    onDecline: (reason: string) =>
      void send('decline', () => {
        const input = { token, reason, revision: quote.revision };
        return client.quotePage.decline.mutate(input, keyed(input));
      }).then((isDone) => isDone && onDecided()),
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
