import { type BankLine, type BankStatement, bankStatement } from '@quickfleet/shared/operations/bank-statements';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/error-message.ts';
import { sendForm } from '../../../lib/api/http.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { reported, saidOnce } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

interface Chosen {
  file: File;
  /** Columns of a table by our fields. */
  mapping: Readonly<Record<string, string>>;
}
/** Sends a file of the bank to be read. The form shows what is wrong with it. */
export function useSendStatement(onSent: (sent: BankStatement) => void) {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: ({ file, mapping }: Chosen) => {
      const form = new FormData();
      if (Object.keys(mapping).length > 0) form.append('mapping', JSON.stringify(mapping));
      form.append('file', file);
      return sendForm(`${API_BASE}/bank-statements`, form, {
        parse: (json) => bankStatement.parse(json),
        headers: { 'idempotency-key': newIdempotencyKey() },
      });
    },
    onSuccess: onSent,
    onSettled: () => utils.bankStatements.invalidate(),
  });
}

/** Books a line for an invoice, takes that back, or sets the line aside. */
export function useBookLine() {
  const utils = trpc.useUtils();
  return trpc.bankStatements.book.useMutation(
    reported({
      done: ({ state, invoiceNumber }) =>
        state === 'booked'
          ? t('Booked for {number}', { number: invoiceNumber ?? '' })
          : state === 'ignored'
            ? t('The line is set aside')
            : t('The booking is taken back'),
      refresh: () => {
        void utils.invoices.invalidate();
        return utils.bankStatements.invalidate();
      },
    }),
  );
}

interface Booked {
  count: number;
  refused: { reason: string }[];
}
/** Books lines one after the other, each for what it is proposed for; one that is refused stays open. */
export function useBookSure(id: number) {
  const utils = trpc.useUtils();
  const bookAll = async (lines: readonly BankLine[]): Promise<Booked> => {
    const booked: Booked = { count: 0, refused: [] };
    for (const { id: lineId, proposal } of lines) {
      if (!proposal) continue;
      try {
        await utils.client.bankStatements.book.mutate({ id, lineId, invoiceId: proposal.invoiceId });
        booked.count++;
      } catch (error) {
        booked.refused.push({ reason: messageOf(error) });
      }
    }
    return booked;
  };
  const words = (count: number) => t('{count, plural, one {# line} other {# lines}} booked', { count });
  return useMutation({
    mutationFn: bookAll,
    ...reported<Booked, readonly BankLine[]>({
      done: ({ count }) => words(count),
      refused({ count, refused }) {
        const why = saidOnce(refused);
        return why && count > 0 ? `${words(count)}. ${why}` : why;
      },
      refresh: () => {
        void utils.invoices.invalidate();
        return utils.bankStatements.invalidate();
      },
    }),
  });
}
