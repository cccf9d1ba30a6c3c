import { Text } from '@mantine/core';
import { canPriceQuote } from '@quickfleet/shared/quoting/quote-status';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { ErrorState } from '../../../../components/feedback/error-state.tsx';
import { SkeletonRows } from '../../../../components/feedback/skeleton-rows.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { canReprice } from '../fields/quote-outcome.ts';
import { PriceForm } from '../pricing/price-form.tsx';
import { useQuote } from './quote-cache.ts';

function PriceContent({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuote(id);
  const company = trpc.company.get.useQuery();
  // The form stays when the quote is priced under it: saving says so.
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = query.data !== undefined && (canPriceQuote(query.data.status) || canReprice(query.data));
  if (isOpen && !wasOpen) setWasOpen(true);

  if (query.isPending || company.isPending) return <SkeletonRows rows={3} />;
  if (query.data === undefined || company.data === undefined)
    return (
      <ErrorState
        title={t('Quote #{id} could not be loaded', { id })}
        error={query.error ?? company.error}
        onRetry={() => void (query.data ? company.refetch() : query.refetch())}
        isRetrying={query.isFetching || company.isFetching}
      />
    );
  if (!isOpen && !wasOpen)
    return <Text>{t('This quote is {status}; its price is set already.', { status: query.data.status })}</Text>;
  return <PriceForm quote={query.data} company={company.data} onClose={onClose} />;
}

export function QuotePriceDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <DialogOf of={id} onClose={onClose} title={t('Set Price & Payment Link')} size="lg">
      {(shown) => <PriceContent key={shown} id={shown} onClose={onClose} />}
    </DialogOf>
  );
}
