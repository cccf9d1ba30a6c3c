import { Alert, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import { formatAmount, isNothing, writeDecimal } from '@quickfleet/shared/base/money/money';
import { addressLines } from '@quickfleet/shared/company/billing/billing-terms';
import { invoiceKindWords } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { SubjectHistory } from '../../../components/subject/subject-history.tsx';
import { FactList } from '../../../components/text/fact-list.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDateTime, formatDay } from '../../../lib/words/format.ts';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceBadge } from './invoice-badge.tsx';
import { useUnpayInvoice } from './invoices-mutations.ts';

function Lines({ lines, currency }: Pick<Invoice, 'lines' | 'currency'>) {
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Delivered')}</Table.Th>
            <Table.Th>{t('Description')}</Table.Th>
            <Table.Th ta="end">{t('Quantity')}</Table.Th>
            <Table.Th ta="end">{t('Tax')}</Table.Th>
            <Table.Th ta="end">{t('Net')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>{line.deliveredOn === null ? '' : formatDay(line.deliveredOn)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{line.description}</Table.Td>
              <Table.Td ta="end">{writeDecimal(line.quantity)}</Table.Td>
              <Table.Td ta="end">{line.taxes.map(({ rate }) => `${writeDecimal(rate)} %`).join(', ')}</Table.Td>
              <Table.Td ta="end" className="tabular">
                {formatAmount(line.net, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { currency, net, taxes, gross, rounding, paid, credited, discount, due, dueOn, sentAt, reminders } = invoice;
  const { earlyPayment } = invoice;
  const words = (amount: string) => formatAmount(amount, currency);
  const rows: [name: string, value: string][] = [
    [t('Net'), words(net)],
    ...taxes.map(({ label, rate, amount }): [string, string] => [
      `${label ?? t('Tax')} ${writeDecimal(rate)} %`,
      words(amount),
    ]),
    [t('Gross'), words(gross)],
    ...(isNothing(rounding) ? [] : [[t('Rounding'), words(rounding)] as [string, string]]),
    ...(isNothing(paid) ? [] : [[t('Paid'), words(paid)] as [string, string]]),
    ...(isNothing(credited) ? [] : [[t('Credited'), words(credited)] as [string, string]]),
    ...(isNothing(discount) ? [] : [[t('Discount for early payment'), words(discount)] as [string, string]]),
    [t('To be paid'), words(due)],
    ...(earlyPayment === null || earlyPayment.isOver
      ? []
      : [
          [t('Enough until {day}', { day: formatDay(earlyPayment.until) }), words(earlyPayment.due)] as [
            string,
            string,
          ],
        ]),
    ...(dueOn === null ? [] : [[t('Due on'), formatDay(dueOn)] as [string, string]]),
    ...(sentAt === null ? [] : [[t('Sent'), formatDateTime(sentAt)] as [string, string]]),
    ...(reminders.length === 0 ? [] : [[t('Reminders'), String(reminders.length)] as [string, string]]),
  ];
  return (
    <FactList>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </FactList>
  );
}

/** The money that came, each with the way to take it back. */
function Payments({ id, payments, currency }: Pick<Invoice, 'id' | 'payments' | 'currency'>) {
  const unpay = useUnpayInvoice();
  const { confirm, confirmDialog } = useConfirm();
  if (payments.length === 0) return null;
  const ask = async (paymentId: number) => {
    const isSure = await confirm({
      title: t('Take this payment back?'),
      text: t('The invoice and its orders are open again. A line of a bank file can be booked again.'),
      action: t('Take back'),
    });
    if (isSure) unpay.mutate({ id, paymentId });
  };
  return (
    <Stack gap={4}>
      {payments.map(({ id: payment, paidOn, amount, discount, reference }) => (
        <Group key={payment} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {[
              formatDay(paidOn),
              formatAmount(amount, currency),
              isNothing(discount)
                ? null
                : t('{amount} off for early payment', { amount: formatAmount(discount, currency) }),
              reference,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <PendingButton
            size="xs"
            variant="subtle"
            color="gray"
            isPending={unpay.isPending}
            onClick={() => void ask(payment)}
            aria-label={t('Take back {amount}', { amount: formatAmount(amount, currency) })}
          >
            {t('Take back')}
          </PendingButton>
        </Group>
      ))}
      {confirmDialog}
    </Stack>
  );
}

function Content({ id, onClose }: { id: number; onClose: () => void }) {
  const query = trpc.invoices.get.useQuery({ id });
  if (!query.isSuccess) return <QueryState query={query} title={t('The invoice could not be loaded')} rows={4} />;
  const invoice = query.data;
  const { buyer, kind, number, state, isOverdue, xmlProblems, note, creditReason, payments, currency } = invoice;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {number === null ? t('Draft') : `${invoiceKindWords[kind]} ${number}`}
        </Title>
        <InvoiceBadge state={state} isOverdue={isOverdue} />
      </Group>
      <Text style={{ whiteSpace: 'pre-line' }}>
        {[buyer.name, ...(buyer.address === null ? [] : addressLines(buyer.address)), buyer.vatId]
          .filter(Boolean)
          .join('\n')}
      </Text>
      <InvoiceActions invoice={invoice} onGone={onClose} />
      {xmlProblems.length > 0 && (
        <Alert color="amber" title={t('No electronic invoice')}>
          <List size="sm">
            {xmlProblems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Lines lines={invoice.lines} currency={currency} />
      <Facts invoice={invoice} />
      <Payments id={id} payments={payments} currency={currency} />
      {(note ?? creditReason) && <Text size="sm">{note ?? creditReason}</Text>}
      <SubjectHistory subject="invoice" id={id} />
    </Stack>
  );
}

/** One invoice: what it says, what became of it, and what can be done with it. */
export function InvoiceDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <DialogOf of={id} onClose={onClose} title={t('Invoice')} size="xl">
      {(shown) => <Content key={shown} id={shown} onClose={onClose} />}
    </DialogOf>
  );
}
