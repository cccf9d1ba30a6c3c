import { Anchor, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { writeDecimal } from '@quickfleet/shared/base/money/money';
import type { DriverPositions } from '@quickfleet/shared/delivery/drivers/positions';
import { WHEREABOUTS_POLL_MS } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconPhone } from '@tabler/icons-react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import { MapSlot } from '../../../components/map/map-slot.tsx';
import { PhoneLink } from '../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { oneLine } from '../../../lib/words/contact-words.ts';
import { rich } from '../../../lib/words/rich.tsx';

type Position = DriverPositions['data'][number];
const MAP_HEIGHT = 420;

/** A maps page of the person's own choice would be better; a browser knows none, and this one asks for no account. */
const mapHref = ({ lat, lng }: Position) =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;

const nameOf = ({ driver }: Position): string => [driver.firstName, driver.lastName].filter(Boolean).join(' ');
const idOf = ({ driver }: Position): string => `driver-${driver.id}`;

function DriverCard({ position }: { position: Position }) {
  const { driver, at, stopsLeft, next, kilometres } = position;
  return (
    <Card component="li" padding="md" id={idOf(position)}>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Title order={2} size="h4" dir="auto">
          {nameOf(position)}
        </Title>
        <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
          <RelativeTime value={at} />
        </Text>
      </Group>
      <Text mt={4}>
        {next ? (
          <>
            {rich('Next: {text}', { text: <span dir="auto">{oneLine(next.address)}</span> })}
            {kilometres !== null && t(', {kilometres} km as the crow flies', { kilometres: writeDecimal(kilometres) })}
          </>
        ) : (
          t('No open stop')
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {t('{count, plural, one {# open stop} other {# open stops}} today', { count: stopsLeft })}
      </Text>
      <Group gap="md" mt="xs">
        <Anchor href={mapHref(position)} target="_blank" rel="noreferrer" size="sm">
          {t('Show on OpenStreetMap')}
        </Anchor>
        {driver.phone && (
          <PhoneLink phone={driver.phone}>
            <Group component="span" gap={4} wrap="nowrap">
              <IconPhone size={16} aria-hidden />
              <bdi dir="ltr">{driver.phone}</bdi>
            </Group>
          </PhoneLink>
        )}
      </Group>
    </Card>
  );
}

function Nobody({ isOn }: { isOn: boolean }) {
  const { user } = useAuth();
  return (
    <EmptyState
      title={isOn ? t('No driver shares a position now') : t('Positions are switched off')}
      text={
        isOn
          ? t('Drivers turn it on in the driver portal, after they have started their day.')
          : t('Drivers can share where they are once the settings allow it; each decides for each day.')
      }
      action={
        !isOn &&
        can(user?.role, 'company.update') && (
          <Button component={Link} href={`${paths.adminSettings}#positions`} variant="default">
            {t('Open the settings')}
          </Button>
        )
      }
    />
  );
}

/** Where the drivers are who share it, on the company's map and in words, read again every half minute. */
export function RoadScreen() {
  const query = trpc.positions.list.useQuery(undefined, { refetchInterval: WHEREABOUTS_POLL_MS });
  if (!query.data)
    return query.isPending ? (
      <Skeleton h={140} />
    ) : (
      <QueryError query={query} title={t('The positions could not be loaded')} />
    );
  const { data, isOn } = query.data;
  if (data.length === 0) return <Nobody isOn={isOn} />;
  return (
    <Stack gap="md">
      <MapSlot
        title={t('Map of {count, plural, one {# driver} other {# drivers}} on the road', { count: data.length })}
        again={t('Show all drivers')}
        height={MAP_HEIGHT}
        points={data.map((position) => ({
          ...{ key: position.driver.id, lat: position.lat, lng: position.lng },
          ...{ label: nameOf(position), target: idOf(position) },
        }))}
      />
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map((position) => (
          <DriverCard key={position.driver.id} position={position} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
