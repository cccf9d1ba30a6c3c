import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import type { MyQuote } from '@quickfleet/shared/delivery/my/my';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { PageState } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import list from '../../../components/lists/list.module.css';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate, formatDay } from '../../../lib/words/format.ts';
import { MyList, MyPaper } from './my-list.tsx';
import { MyRoute } from './my-route.tsx';

const states: Record<PageState, { text: string; color: string }> = {
  received: { text: t('Waiting for a price'), color: 'gray' },
  priced: { text: t('Ready to accept'), color: 'blue' },
  accepted: { text: t('Accepted'), color: 'violet' },
  paid: { text: t('Paid'), color: 'green' },
  booked: { text: t('Booked'), color: 'teal' },
  declined: { text: t('Declined'), color: 'red' },
  expired: { text: t('No longer valid'), color: 'amber' },
};

function Quote({ quote, mayDecide }: { quote: MyQuote; mayDecide: boolean }) {
  const { reference, state, quoteUrl, receiptPath, total, currency, createdAt, validUntil } = quote;
  const { text, color } = states[state];
  // Without the link of the mail, which is for the quote's own address, the page of who may see its customer.
  const renderRoot = (props: object) =>
    quoteUrl ? <a {...props} href={quoteUrl} /> : <Link {...props} href={paths.myQuote(reference)} />;
  const isToDecide = state === 'priced' && mayDecide;
  return (
    <li className={list.row}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Anchor renderRoot={renderRoot} className="mono" fw={600} underline="always">
            {reference}
          </Anchor>
          <Badge variant="light" color={color}>
            {text}
          </Badge>
        </Group>
        {total && (
          <Text className="tabular">
            {total} {currency}
          </Text>
        )}
      </Group>
      <Text size="sm">
        {state === 'priced' && validUntil
          ? t('Requested {date}, valid until {day}', { date: formatDate(createdAt), day: formatDay(validUntil) })
          : t('Requested {date}', { date: formatDate(createdAt) })}
      </Text>
      <MyRoute {...quote} />
      <Group gap="xs" mt={4}>
        <Button
          renderRoot={renderRoot}
          variant={isToDecide ? 'filled' : 'default'}
          size="xs"
          aria-label={
            isToDecide ? t('Review and accept {reference}', { reference }) : t('Open {reference}', { reference })
          }
        >
          {isToDecide ? t('Review and accept') : t('Open')}
        </Button>
        <MyPaper href={receiptPath} text={t('Receipt')} of={t('quote {reference}', { reference })} />
      </Group>
    </li>
  );
}

export function MyQuoteList({ customerId, mayDecide }: { customerId: number | undefined; mayDecide: boolean }) {
  const [page, setPage] = useState(1);
  const quotes = trpc.my.quotes.useQuery(
    { page, limit: PAGE_SIZE_DEFAULT, customerId },
    { placeholderData: keepPreviousData },
  );
  return (
    <MyList
      title={t('Quotes')}
      what="quotes"
      query={quotes}
      empty={
        customerId === undefined ? t('What you request with this address appears here.') : t('Requests appear here.')
      }
      onPage={setPage}
      row={(quote) => <Quote key={quote.reference} quote={quote} mayDecide={mayDecide} />}
    />
  );
}
