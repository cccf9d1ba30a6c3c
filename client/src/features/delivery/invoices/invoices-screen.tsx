import { Button, Card, Group, SegmentedControl, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { invoiceKindWords } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { InvoiceRow } from '@quickfleet/shared/delivery/invoices/invoices';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconReceipt2 } from '@tabler/icons-react';
import { z } from 'zod';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { ExcelButton } from '../../../components/lists/excel-button.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { excelHref } from '../../../lib/addresses/paper-links.ts';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { InvoiceBadge } from './invoice-badge.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { IssueDraftsDialog } from './issue-drafts-dialog.tsx';
import { MonthsDialog } from './months-dialog.tsx';
import { RunDialog } from './run-dialog.tsx';

const LIMIT = 25;
const shownStates = ['draft', 'open', 'overdue', 'paid', 'all'] as const;
const invoicesView = z.object({
  state: z.enum(shownStates).default('open'),
  q: z.string().default(''),
  page: urlNumber.default(1),
  invoice: urlNumber.optional(),
  create: z.string().optional(),
  months: z.string().optional(),
  issue: z.string().optional(),
});
const states = [
  { value: 'draft', label: t('Drafts') },
  { value: 'open', label: t('Not paid') },
  { value: 'overdue', label: t('Overdue') },
  { value: 'paid', label: t('Paid') },
  { value: 'all', label: t('All') },
];

function InvoiceCard({ row, onOpen }: { row: InvoiceRow; onOpen: () => void }) {
  const { number, kind, buyerName, state, isOverdue, gross, due, currency, dueOn, issuedOn, lineCount } = row;
  const days = [
    issuedOn === null ? null : t('Issued {day}', { day: formatDay(issuedOn) }),
    dueOn === null ? null : t('Due {day}', { day: formatDay(dueOn) }),
    t('{count, plural, one {# line} other {# lines}}', { count: lineCount }),
  ];
  const isOpen = state === 'issued' || state === 'part_paid';
  return (
    <UnstyledButton onClick={onOpen} w="100%">
      <Card padding="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {number === null ? t('Draft') : `${invoiceKindWords[kind]} ${number}`} · {buyerName}
            </Text>
            <Text size="sm" c="dimmed">
              {days.filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Stack gap={4} align="flex-end" style={{ flexShrink: 0 }}>
            <Text fw={600} className="tabular">
              {formatAmount(isOpen && kind === 'invoice' ? due : gross, currency)}
            </Text>
            <InvoiceBadge state={state} isOverdue={isOverdue} />
          </Stack>
        </Group>
      </Card>
    </UnstyledButton>
  );
}

/** /admin/invoices: invoices and credit notes, newest first; those that are not paid unless something else is asked for. */
export function InvoicesScreen() {
  const { view, filter, search, goToPage, open, close } = useView(invoicesView);
  const { user } = useAuth();
  const { state, q, page } = view;
  const given = { ...(state === 'all' ? {} : { state }), ...(q ? { q } : {}) };
  const list = trpc.invoices.list.useQuery({ page, limit: LIMIT, ...given });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>{t('Invoices')}</Title>
        <Group gap="xs">
          {can(user?.role, 'accounting.months') && (
            <Button variant="default" onClick={() => open('months')}>
              {t('Months')}
            </Button>
          )}
          {state === 'draft' && (list.data?.total ?? 0) > 0 && (
            <Button variant="default" onClick={() => open('issue')}>
              {t('Issue drafts')}
            </Button>
          )}
          <ExcelButton href={excelHref('invoices', given)} />
          <Button leftSection={<IconReceipt2 size={18} aria-hidden />} onClick={() => open('create')}>
            {t('Invoice deliveries')}
          </Button>
        </Group>
      </Group>
      <SegmentedControl
        data={states}
        value={state}
        onChange={(value) => filter({ state: invoicesView.shape.state.parse(value) })}
        aria-label={t('State of the invoice')}
        style={{ alignSelf: 'flex-start' }}
      />
      <Group>
        <SearchField label={t('Search invoices')} placeholder={t('Number or customer')} value={q} onSearch={search} />
      </Group>
      <PagedList
        query={list}
        failed={t('The invoices could not be loaded')}
        skeleton={{ rows: 5, height: 70 }}
        empty={
          <EmptyState
            title={t('No invoices here')}
            text={t('“Invoice deliveries” makes drafts of what was delivered and is not paid.')}
          />
        }
        search={q}
        what={t('invoices')}
        onPage={goToPage}
      >
        {(rows) => (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {rows.map((row) => (
              <li key={row.id}>
                <InvoiceCard row={row} onOpen={() => open('invoice', row.id)} />
              </li>
            ))}
          </Stack>
        )}
      </PagedList>
      <RunDialog
        opened={view.create !== undefined}
        onClose={() => close('create')}
        onMade={() => filter({ state: 'draft', create: undefined })}
      />
      <IssueDraftsDialog opened={view.issue !== undefined} onClose={() => close('issue')} />
      <MonthsDialog opened={view.months !== undefined} onClose={() => close('months')} />
      <InvoiceDialog id={view.invoice} onClose={() => close('invoice')} />
    </Stack>
  );
}
