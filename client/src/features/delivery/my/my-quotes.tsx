import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import type { MyQuote } from '@quickfleet/shared/delivery/my';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import type { PageState } from '@quickfleet/shared/quoting/quote-page';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import list from '../../../components/lists/list.module.css';
import { inNewTab } from '../../../lib/addresses/paper-links.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate, formatDay } from '../../../lib/words/format.ts';
import { MyList } from './my-list.tsx';
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

function Quote({ quote }: { quote: MyQuote }) {
  const { reference, state, quoteUrl, receiptPath, total, currency, createdAt, validUntil } = quote;
  const { text, color } = states[state];
  return (
    <li className={list.row}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          {quoteUrl ? (
            <Anchor href={quoteUrl} className="mono" fw={600} underline="always">
              {reference}
            </Anchor>
          ) : (
            <Text className="mono" fw={600}>
              {reference}
            </Text>
          )}
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
      {(quoteUrl || receiptPath) && (
        <Group gap="xs" mt={4}>
          {quoteUrl && (
            <Button
              component="a"
              href={quoteUrl}
              variant={state === 'priced' ? 'filled' : 'default'}
              size="xs"
              aria-label={`${state === 'priced' ? 'Review and accept' : 'Open'} ${reference}`}
            >
              {state === 'priced' ? 'Review and accept' : 'Open'}
            </Button>
          )}
          {receiptPath && (
            <Button
              {...inNewTab}
              href={receiptPath}
              variant="default"
              size="xs"
              aria-label={`Receipt of quote ${reference}`}
            >
              Receipt
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}

export function MyQuoteList({ customerId }: { customerId: number | undefined }) {
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
      row={(quote) => <Quote key={quote.reference} quote={quote} />}
    />
  );
}
