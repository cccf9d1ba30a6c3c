import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import type { MyQuote } from '@quickfleet/shared/delivery/my';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { PageState } from '@quickfleet/shared/quoting/quote-page';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import list from '../../../components/lists/list.module.css';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate, formatDay } from '../../../lib/words/format.ts';
import { MyList, MyPaper } from './my-list.tsx';
import { MyRoute } from './my-route.tsx';

const states: Record<PageState, { text: string; color: string }> = {
  received: { text: 'Waiting for a price', color: 'gray' },
  priced: { text: 'Ready to accept', color: 'blue' },
  accepted: { text: 'Accepted', color: 'violet' },
  paid: { text: 'Paid', color: 'green' },
  booked: { text: 'Booked', color: 'teal' },
  declined: { text: 'Declined', color: 'red' },
  expired: { text: 'No longer valid', color: 'amber' },
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
        Requested {formatDate(createdAt)}
        {state === 'priced' && validUntil && `, valid until ${formatDay(validUntil)}`}
      </Text>
      <MyRoute {...quote} />
      <Group gap="xs" mt={4}>
        <Button
          renderRoot={renderRoot}
          variant={isToDecide ? 'filled' : 'default'}
          size="xs"
          aria-label={`${isToDecide ? 'Review and accept' : 'Open'} ${reference}`}
        >
          {isToDecide ? 'Review and accept' : 'Open'}
        </Button>
        <MyPaper href={receiptPath} text="Receipt" of={`quote ${reference}`} />
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
      title="Quotes"
      what="quotes"
      query={quotes}
      empty={customerId === undefined ? 'What you request with this address appears here.' : 'Requests appear here.'}
      onPage={setPage}
      row={(quote) => <Quote key={quote.reference} quote={quote} mayDecide={mayDecide} />}
    />
  );
}
