import { Badge } from '@mantine/core';
import type { InvoiceState } from '@quickfleet/shared/delivery/invoices/invoice-words';
import { invoiceStateWords } from '@quickfleet/shared/delivery/invoices/invoice-words';
import { t } from '@quickfleet/shared/words/t';
import { labelProps } from '../../../components/text/status-badge.tsx';

const colors: Readonly<Record<InvoiceState, string>> = {
  draft: 'gray',
  issued: 'blue',
  part_paid: 'amber',
  paid: 'green',
  credited: 'gray',
};

/** Where an invoice stands; one that is overdue says so. */
export function InvoiceBadge({ state, isOverdue }: { state: InvoiceState; isOverdue: boolean }) {
  return (
    <Badge
      variant={isOverdue ? 'filled' : 'light'}
      color={isOverdue ? 'red' : colors[state]}
      {...labelProps(isOverdue ? t('overdue') : invoiceStateWords[state])}
    />
  );
}
