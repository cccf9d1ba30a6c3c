import { Alert } from '@mantine/core';
import { canEditQuote } from '@quickfleet/shared/quoting/quote-status';
import type { CreateQuote, Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { newItem } from '../../../../components/delivery-form/delivery-values.ts';
import { DraftOffer } from '../../../../components/delivery-form/draft/draft-offer.tsx';
import { useDraft } from '../../../../components/delivery-form/draft/use-draft.ts';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { ErrorState } from '../../../../components/feedback/error-state.tsx';
import { SkeletonRows } from '../../../../components/feedback/skeleton-rows.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useAttempt } from '../../../../lib/forms/use-attempt.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { emptyQuote, quoteFrom } from '../fields/quote-values.ts';
import { useQuote } from '../work/quote-cache.ts';
import { useQuoteWork } from '../work/quote-work.tsx';
import { useCreateQuote } from '../work/quotes-mutations.ts';
import { QuoteFormView } from './quote-form.tsx';
import { NEW_ITEM, toChanges, toCreate, valuesOf } from './quote-payload.ts';

function CreateForm({ onClose }: { onClose: () => void }) {
  const creation = useCreateQuote();
  const attemptOf = useAttempt();
  const { start, offered, resume, forget, keep, leave } = useDraft({
    kind: 'quote',
    fresh: () => emptyQuote(newItem(NEW_ITEM)),
    valuesFrom: quoteFrom,
    onClose,
  });

  const send = async (input: CreateQuote) => {
    const quote = toCreate(input);
    try {
      await creation.mutateAsync({ quote, attempt: attemptOf(quote) });
      forget();
      onClose();
      return 'done' as const;
    } catch (error) {
      return issuesOf(error);
    }
  };

  return (
    <>
      {offered && (
        <DraftOffer unfinished={offered} what={t('an unfinished quote')} onContinue={resume} onDiscard={forget} />
      )}
      <QuoteFormView
        key={start.run}
        mode="create"
        initial={start.values}
        isPending={creation.isPending}
        onSend={send}
        onKeep={keep}
        onLeave={leave}
      />
    </>
  );
}

export function QuoteCreateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Create Quote')} size={760} closeOnClickOutside={false}>
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

function EditForm({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { change, isBusy } = useQuoteWork();
  // What the form was filled from; a conflicting change shows when this is saved.
  const [base, setBase] = useState(quote);
  const { start, startWith, offered, resume, forget, keep, leave } = useDraft({
    kind: 'quote',
    id: quote.id,
    fresh: () => valuesOf(base),
    valuesFrom: quoteFrom,
    onClose,
  });
  const utils = trpc.useUtils();

  const send = async (input: CreateQuote) => {
    const outcome = await change(base, toChanges(input), t('Quote updated successfully'));
    if (outcome === 'saved') {
      forget();
      onClose();
      return 'done' as const;
    }
    const theirs = utils.quotes.get.getData({ id: quote.id });
    if (outcome === 'reload' && theirs) {
      setBase(theirs);
      startWith(valuesOf(theirs));
    }
    return {};
  };

  return (
    <>
      {offered && (
        <DraftOffer
          unfinished={offered}
          what={t('unfinished changes to this quote')}
          onContinue={resume}
          onDiscard={forget}
        />
      )}
      <QuoteFormView
        key={start.run}
        mode="edit"
        initial={start.values}
        isPending={isBusy(quote.id)}
        onSend={send}
        onKeep={keep}
        onLeave={leave}
      />
    </>
  );
}

function EditContent({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuote(id);
  // An open form stays when the quote is converted, so that nothing typed is lost; saving explains why.
  const [wasEditable, setWasEditable] = useState(false);
  const isEditable = query.data !== undefined && canEditQuote(query.data.status);
  if (isEditable && !wasEditable) setWasEditable(true);
  if (query.isPending) return <SkeletonRows rows={6} height={64} />;
  if (query.data === undefined)
    return (
      <ErrorState
        title={t('Quote #{id} could not be loaded', { id })}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!isEditable && !wasEditable)
    return <Alert color="amber">{t('This quote has been converted to an order and can no longer be edited.')}</Alert>;
  return <EditForm key={id} quote={query.data} onClose={onClose} />;
}

export function QuoteEditDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const shown = usePrevious(id);
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={t('Edit Quote #{id}', { id: shown ?? '' })}
      size={760}
      closeOnClickOutside={false}
    >
      {shown !== undefined && <EditContent key={shown} id={shown} onClose={onClose} />}
    </Dialog>
  );
}
