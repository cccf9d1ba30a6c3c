import {
  Anchor,
  Card,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { Rating, RatingSummary } from '@quickfleet/shared/delivery/tracking/ratings';
import { paths } from '@quickfleet/shared/paths';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { z } from 'zod';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { Pager } from '../../../components/lists/pager.tsx';
import { Stars } from '../../../components/text/stars.tsx';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDateTime, todayInZone } from '../../../lib/words/format.ts';

const LIMIT = 20;
const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;
const ratingsView = z.object({
  month: z.string().regex(MONTH).or(z.literal('')).default(''),
  driver: urlNumber.optional(),
  page: urlNumber.default(1),
});
const readers = { customer: t('Customer'), recipient: t('Recipient') } as const;
const meanWords = (mean: number | null) =>
  mean === null
    ? '–'
    : mean.toLocaleString(localeOf(language()), { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function Figures({ summary: { ratings, mean, byStars } }: { summary: RatingSummary }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Text size="sm" c="dimmed">
        {t('{count, plural, one {# rating} other {# ratings}}', { count: ratings })}
      </Text>
      <Text fz="1.75rem" fw={650}>
        {meanWords(mean)}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          {t('of 5 stars on average')}
        </Text>
      </Text>
      <Stack component="ul" gap={2} m={0} p={0} mt="xs" style={{ listStyle: 'none' }}>
        {byStars.map((one) => (
          <Group component="li" key={one.stars} gap="sm">
            <Stars stars={one.stars} />
            <Text className="tabular">{one.ratings}</Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function Drivers({ drivers }: Pick<RatingSummary, 'drivers'>) {
  return (
    <Paper withBorder p="md" radius="md">
      <Table aria-label={t('Ratings by driver')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Driver')}</Table.Th>
            <Table.Th ta="right">{t('Ratings')}</Table.Th>
            <Table.Th ta="right">{t('Average')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {drivers.map(({ driverId, driverName, ratings, mean }) => (
            <Table.Tr key={driverId ?? 0}>
              <Table.Th scope="row" dir="auto">
                {driverName ?? t('Without a driver')}
              </Table.Th>
              <Table.Td ta="right" className="tabular">
                {ratings}
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {meanWords(mean)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function RatingCard({ rating }: { rating: Rating }) {
  const { stars, words, by, driverName, orderId, trackingNumber, createdAt } = rating;
  return (
    <Card component="li" padding="sm">
      <Stars stars={stars} />
      {words && (
        <Text dir="auto" className="as-written">
          {keepNumbers(words)}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {readers[by]} · <span dir="auto">{driverName ?? t('without a driver')}</span> · {formatDateTime(createdAt)} ·{' '}
        <Anchor component={Link} href={`${paths.adminOrders}?order=${orderId}`} inherit underline="always">
          {formatTracking(trackingNumber)}
        </Anchor>
      </Text>
    </Card>
  );
}

/** /admin/reports/ratings: how customers and recipients rated the deliveries of a month, by driver. */
export function RatingsScreen() {
  const { view, filter, goToPage } = useView(ratingsView);
  const { month, driver, page } = view;
  const asked = { month: month || todayInZone().slice(0, 7) };
  const summary = trpc.ratings.summary.useQuery(asked);
  const list = trpc.ratings.list.useQuery({ ...asked, page, limit: LIMIT, ...(driver ? { driverId: driver } : {}) });
  const drivers = summary.data?.drivers ?? [];
  return (
    <Stack gap="md">
      <Group align="flex-end">
        <TextInput
          type="month"
          label={t('Month')}
          value={asked.month}
          max={todayInZone().slice(0, 7)}
          onChange={({ currentTarget: { value } }) => {
            if (MONTH.test(value)) filter({ month: value, driver: undefined });
          }}
        />
        <NativeSelect
          label={t('Driver')}
          data={[
            { value: '', label: t('Every driver') },
            ...drivers.flatMap(({ driverId, driverName }) =>
              driverId === null ? [] : [{ value: String(driverId), label: driverName ?? '' }],
            ),
          ]}
          value={String(driver ?? '')}
          onChange={(event) => filter({ driver: event.currentTarget.value || undefined })}
        />
      </Group>
      <QueryState title={t('The ratings could not be loaded')} query={summary} rows={2} height={120} />
      {summary.data?.ratings === 0 && (
        <EmptyState
          title={t('No ratings in this month')}
          text={t('Customers and recipients are asked for one in the mail that says that their delivery has arrived.')}
        />
      )}
      {summary.data && summary.data.ratings > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Figures summary={summary.data} />
          <Drivers drivers={drivers} />
        </SimpleGrid>
      )}
      {list.data && list.data.total > 0 && (
        <section aria-labelledby="ratings-list">
          <Title order={2} size="h4" id="ratings-list" mb="sm">
            {t('What they said')}
          </Title>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {list.data.data.map((rating) => (
              <RatingCard key={rating.id} rating={rating} />
            ))}
          </Stack>
          <Pager {...list.data} onPage={goToPage} what={t('ratings')} />
        </section>
      )}
    </Stack>
  );
}
