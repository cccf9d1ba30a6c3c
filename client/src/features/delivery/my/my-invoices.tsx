import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { formatAmount, isNothing } from '@quickfleet/shared/base/money/money';
import { writeIban } from '@quickfleet/shared/company/bank-account';
import { invoiceKindWords } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { MyInvoice, MyInvoicePage } from '@quickfleet/shared/delivery/invoices/invoices';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import list from '../../../components/lists/list.module.css';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { FactList } from '../../../components/text/fact-list.tsx';
import { myInvoiceHref } from '../../../lib/addresses/paper-links.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { MyPaper } from './my-list.tsx';

const Qr = lazyExtra(() => import('../../../components/text/code/qr-code.tsx').then((m) => m.QrCode));

/** What is not paid, in one line for each currency. */
function Owed({ owed }: Pick<MyInvoicePage, 'owed'>) {
  return owed.map(({ currency, due, overdue }) => (
    <Alert key={currency} color={isNothing(overdue) ? 'blue' : 'amber'} mb="sm">
      {isNothing(overdue)
        ? t('To be paid: {amount}', { amount: formatAmount(due, currency) })
        : t('To be paid: {amount}, of which {overdue} is overdue', {
            amount: formatAmount(due, currency),
            overdue: formatAmount(overdue, currency),
          })}
    </Alert>
  ));
}

function HowToPay({ pay, number }: { pay: NonNullable<MyInvoice['pay']>; number: string }) {
  const facts: [string, string][] = [
    [t('To'), pay.name],
    [t('IBAN'), writeIban(pay.iban)],
    ...(pay.bic === null ? [] : [[t('BIC'), pay.bic] as [string, string]]),
    [t('Reference'), number],
  ];
  return (
    <Group align="flex-start" gap="md" mt="xs">
      {pay.code !== null && <Qr text={pay.code} side={148} label={t('Scan to pay with your bank’s app')} />}
      <FactList>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </FactList>
    </Group>
  );
}

function Invoice({ invoice }: { invoice: MyInvoice }) {
  const [isPaying, setPaying] = useState(false);
  const { id, kind, state, isOverdue, currency, gross, due, earlyPayment, issuedOn, dueOn, hasXml, pay, payUrl } =
    invoice;
  const number = invoice.number ?? '';
  const isOpen = pay !== null || state === 'issued' || state === 'part_paid';
  const isOwed = kind === 'invoice' && isOpen;
  const of = `${invoiceKindWords[kind]} ${number}`;
  return (
    <li className={list.row}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{of}</Text>
          {kind === 'invoice' && (
            <Badge variant="light" color={isOverdue ? 'red' : isOwed ? 'blue' : 'green'}>
              {isOverdue ? t('Overdue') : isOwed ? t('To be paid') : state === 'credited' ? t('Credited') : t('Paid')}
            </Badge>
          )}
        </Group>
        <Text className="tabular">{formatAmount(isOwed ? due : gross, currency)}</Text>
      </Group>
      <Text size="sm">
        {[
          issuedOn === null ? null : t('Issued {day}', { day: formatDay(issuedOn) }),
          isOwed && dueOn !== null ? t('Due {day}', { day: formatDay(dueOn) }) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {earlyPayment && (
        <Text size="sm">
          {t('{amount} is enough until {day}', {
            amount: formatAmount(earlyPayment.due, currency),
            day: formatDay(earlyPayment.until),
          })}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {pay && (
          <Button size="xs" aria-expanded={isPaying} onClick={() => setPaying(!isPaying)}>
            {t('How to pay')}
          </Button>
        )}
        {payUrl !== null && (
          <Button component="a" href={payUrl} size="xs" rel="noreferrer">
            {t('Pay {amount}', { amount: formatAmount(due, currency) })}
          </Button>
        )}
        <MyPaper href={myInvoiceHref(id, 'pdf')} text={t('PDF')} of={of} />
        <MyPaper href={hasXml ? myInvoiceHref(id, 'xml') : null} text={t('XML')} of={of} />
      </Group>
      {pay && isPaying && <HowToPay pay={pay} number={number} />}
    </li>
  );
}

/** One's invoices with their papers, what is owed, and how to pay it; nothing for who has none. */
export function MyInvoiceList({ customerId }: { customerId: number | undefined }) {
  const [page, setPage] = useState(1);
  const invoices = trpc.my.invoices.useQuery(
    { page, limit: PAGE_SIZE_DEFAULT, customerId },
    { placeholderData: keepPreviousData },
  );
  if (!invoices.isError && (invoices.data?.total ?? 0) === 0) return null;
  return (
    <SectionCard title={t('Invoices')}>
      <Stack gap={0}>
        <Owed owed={invoices.data?.owed ?? []} />
        <PagedList
          query={invoices}
          failed={t('Your invoices could not be loaded')}
          skeleton={{ rows: 2, height: 96 }}
          empty={null}
          what={t('invoices')}
          onPage={setPage}
        >
          {(rows) => (
            <ul>
              {rows.map((invoice) => (
                <Invoice key={invoice.id} invoice={invoice} />
              ))}
            </ul>
          )}
        </PagedList>
      </Stack>
    </SectionCard>
  );
}
