import { t } from '@quickfleet/shared/words/t';
// The actions of staff on a quote, with their dialogs; used by the list and the details.

import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { TOAST_UNDO_MS } from '@quickfleet/shared/limits';
import { can } from '@quickfleet/shared/permissions';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import type { Difference } from '../../../../components/feedback/conflict-notice.tsx';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { UndoMessage } from '../../../../components/feedback/undo-message.tsx';
import { issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { useAuth } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { QuoteConflictDialog } from '../form/quote-conflict-dialog.tsx';
import { differencesOf } from '../form/quote-differences.ts';
import { ConvertDialog, type ConvertDialogProps } from './convert-dialog.tsx';
import { ConvertedDialog, type ConvertedDialogProps } from './converted-dialog.tsx';
import { useQuoteCache } from './quote-cache.ts';
import {
  compareFailed,
  isStale,
  type QuoteChanges,
  useConvertQuote,
  useSendQuoteEmail,
  useUpdateQuote,
} from './quotes-mutations.ts';

/** Deletes a quote and offers to bring it back; the server keeps it a little longer than the toast is shown. */
function useDeleteQuote() {
  const { client } = trpc.useUtils();
  const cache = useQuoteCache();
  const restore = async (id: number) => {
    try {
      cache.put(await client.quotes.restore.mutate({ id }));
      showSuccess(t('Success'), t('Quote #{id} is back', { id }));
    } catch (error) {
      showError(t('Error'), messageOf(error));
    } finally {
      void cache.refresh();
    }
  };
  return trpc.quotes.delete.useMutation({
    onSuccess: (_, { id }) =>
      showSuccess(
        t('Success'),
        <UndoMessage text={t('Quote #{id} deleted', { id })} onUndo={() => void restore(Number(id))} />,
        TOAST_UNDO_MS,
      ),
    onError: (error) => showError(t('Error'), messageOf(error)),
    onSettled: () => void cache.refresh(),
  });
}

/** `reload`: the other version stays, and the form shows it; `failed`: the reason was shown already. */
export type ChangeOutcome = 'saved' | 'reload' | 'failed';
type Choice = 'mine' | 'reload' | 'back';

interface QuoteWork {
  change: (quote: Quote, changes: QuoteChanges, done: string) => Promise<ChangeOutcome>;
  markPaid: (quote: Quote) => void;
  convert: (quote: Quote) => void;
  sendEmail: (quote: Quote) => void;
  /** Resolves to whether it is gone. */
  remove: (quote: Quote) => Promise<boolean>;
  isBusy: (id: number) => boolean;
  mayDelete: boolean;
}

const WorkContext = createContext<QuoteWork | null>(null);

export function useQuoteWork(): QuoteWork {
  const work = use(WorkContext);
  if (!work) throw new Error('useQuoteWork must be used within a QuoteWorkProvider');
  return work;
}

interface QuoteWorkProviderProps extends Pick<ConvertedDialogProps, 'assign'> {
  children: ReactNode;
}

export function QuoteWorkProvider({ assign, children }: QuoteWorkProviderProps) {
  const { user } = useAuth();
  const { client } = trpc.useUtils();
  const cache = useQuoteCache();
  const { confirm, confirmDialog } = useConfirm();
  const update = useUpdateQuote();
  const conversion = useConvertQuote();
  const deletion = useDeleteQuote();
  const email = useSendQuoteEmail();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [conflict, setConflict] = useState<{ quote: Quote; differences: readonly Difference[] }>();
  const [converting, setConverting] = useState<Quote>();
  const [converted, setConverted] = useState<{ quote: Quote; order: Order }>();
  const choose = useRef<(choice: Choice) => void>(undefined);

  /** One thing at a time with one quote; its mutation shows what goes wrong. */
  const during = async <T,>(id: number, work: () => Promise<T>): Promise<T | undefined> => {
    if (busy.has(id)) return undefined;
    setBusy((ids) => new Set(ids).add(id));
    try {
      return await work();
    } catch {
      return undefined;
    } finally {
      setBusy((ids) => new Set([...ids].filter((one) => one !== id)));
    }
  };

  const ask = (quote: Quote, differences: readonly Difference[]): Promise<Choice> => {
    setConflict({ quote, differences });
    return new Promise((resolve) => {
      choose.current = (choice) => {
        setConflict(undefined);
        resolve(choice);
      };
    });
  };

  const save = async (base: Quote, changes: QuoteChanges, done: string): Promise<ChangeOutcome> => {
    let seen = base;
    for (;;) {
      try {
        await update.mutateAsync({ quote: seen, changes, done });
        return 'saved';
      } catch (error) {
        if (!isStale(error)) return 'failed';
        const theirs = await client.quotes.get.query({ id: base.id }).catch(compareFailed);
        if (!theirs) return 'failed';
        cache.put(theirs);
        const differences = differencesOf(base, changes, theirs);
        // Nothing of theirs would be lost, so the change is saved on top.
        const choice = differences.length === 0 ? 'mine' : await ask(theirs, differences);
        if (choice !== 'mine') return choice === 'reload' ? 'reload' : 'failed';
        seen = theirs;
      }
    }
  };
  const change: QuoteWork['change'] = async (quote, changes, done) =>
    (await during(quote.id, () => save(quote, changes, done))) ?? 'failed';

  const convert: ConvertDialogProps['onConvert'] = async (quote, windows) => {
    let errors: Record<string, string> = {};
    await during(quote.id, async () => {
      try {
        const order = await conversion.mutateAsync({ id: quote.id, ...windows });
        cache.put({ ...quote, status: 'converted', orderId: order.id, trackingNumber: order.trackingNumber });
        setConverting(undefined);
        setConverted({ quote, order });
      } catch (error) {
        errors = issuesOf(error);
        // Only what is wrong with a window can be corrected here.
        if (Object.keys(errors).length === 0) setConverting(undefined);
      }
    });
    return errors;
  };

  const work: QuoteWork = {
    change,
    markPaid: (quote) => void change(quote, { status: 'paid' }, t('Quote #{id} is marked as paid', { id: quote.id })),
    convert: setConverting,
    sendEmail: (quote) => void during(quote.id, () => email.mutateAsync({ id: quote.id })),
    remove: async (quote) => {
      const isSure = await confirm({
        title: t('Delete quote #{id}?', { id: quote.id }),
        text: t('The quote of {name} with its items and photos is deleted.', {
          name: quote.customer.name || t('Unknown'),
        }),
        action: t('Delete quote'),
      });
      return isSure && (await during(quote.id, () => deletion.mutateAsync({ id: quote.id }))) !== undefined;
    },
    isBusy: (id) => busy.has(id),
    mayDelete: can(user?.role, 'quotes.delete'),
  };

  return (
    <WorkContext value={work}>
      {children}
      {confirmDialog}
      <QuoteConflictDialog conflict={conflict} onChoose={(choice) => choose.current?.(choice)} />
      <ConvertDialog
        quote={converting}
        isPending={conversion.isPending}
        onConvert={convert}
        onClose={() => setConverting(undefined)}
      />
      <ConvertedDialog assign={assign} converted={converted} onClose={() => setConverted(undefined)} />
    </WorkContext>
  );
}
