import { Badge, Button, Group, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { Neighbours } from '../../../../components/lists/neighbours.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { QuoteDetailsDialog } from '../details/quote-details-dialog.tsx';
import { QuoteCreateDialog, QuoteEditDialog } from '../form/quote-form-dialogs.tsx';
import { PaymentsDialog } from '../payments/payments-dialog.tsx';
import { UnmatchedAlert } from '../payments/unmatched-alert.tsx';
import type { ConvertedDialogProps } from '../work/converted-dialog.tsx';
import { QuotePriceDialog } from '../work/quote-price-dialog.tsx';
import { QuoteWorkProvider } from '../work/quote-work.tsx';
import { QuotesList } from './quotes-list.tsx';
import { listInputOf, useQuotesView } from './quotes-view.ts';

/** Quote Management: the list, and the dialogs that the URL opens over it. */
export function QuotesScreen({ assign }: Pick<ConvertedDialogProps, 'assign'>) {
  const quotesView = useQuotesView();
  const { view, open, close } = quotesView;
  const stats = trpc.dashboard.stats.useQuery();
  // The list's own rows: the same question is asked once.
  const listed = trpc.quotes.list.useQuery(listInputOf(view), { enabled: view.quote !== undefined });
  const ids = listed.data?.data.map(({ id }) => id);
  const drafts = stats.data?.draftQuotes ?? 0;

  return (
    <QuoteWorkProvider assign={assign}>
      <Group justify="space-between" mb="md">
        <Group gap="sm">
          <Title order={1}>{t('Quote Management')}</Title>
          {drafts > 0 && (
            <Badge color="red" variant="filled" size="lg" className="tabular">
              {t('{count} New', { count: drafts })}
            </Badge>
          )}
        </Group>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create')}>
          {t('Create Quote')}
        </Button>
      </Group>
      <UnmatchedAlert onOpen={() => open('payments')} />
      <QuotesList quotesView={quotesView} />
      <QuoteDetailsDialog
        id={view.quote}
        onOpen={open}
        onClose={() => close('quote')}
        neighbours={<Neighbours ids={ids} id={view.quote} onGo={(id) => open('quote', id)} />}
      />
      <QuoteEditDialog id={view.edit} onClose={() => close('edit')} />
      <QuotePriceDialog id={view.price} onClose={() => close('price')} />
      <PaymentsDialog opened={view.payments !== undefined} onClose={() => close('payments')} />
      <QuoteCreateDialog opened={view.create !== undefined} onClose={() => close('create')} />
    </QuoteWorkProvider>
  );
}
