import { Text } from '@mantine/core';
import { canPriceQuote } from '@quickfleet/shared/quote-status';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useKept } from '../../lib/use-kept.ts';
import { PriceForm } from './pricing/price-form.tsx';
import { useQuote } from './quote-cache.ts';
import { canPriceAnew } from './quote-outcome.ts';

function PriceContent({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuote(id);
  const company = trpc.company.get.useQuery();
  // The form stays when the quote is priced under it: saving says so.
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = query.data !== undefined && (canPriceQuote(query.data.status) || canPriceAnew(query.data));
  if (isOpen && !wasOpen) setWasOpen(true);

  if (query.isPending || company.isPending) return <SkeletonRows rows={3} />;
  if (query.data === undefined || company.data === undefined)
    return (
      <ErrorState
        title={`Quote #${id} could not be loaded`}
        error={query.error ?? company.error}
        onRetry={() => void (query.data ? company.refetch() : query.refetch())}
        isRetrying={query.isFetching || company.isFetching}
      />
    );
  if (!isOpen && !wasOpen) return <Text>This quote is {query.data.status}; its price is set already.</Text>;
  return <PriceForm quote={query.data} company={company.data} onClose={onClose} />;
}

export function QuotePriceDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const shown = useKept(id);
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Set Price & Payment Link" size="lg">
      {shown !== undefined && <PriceContent key={shown} id={shown} onClose={onClose} />}
    </Dialog>
  );
}
