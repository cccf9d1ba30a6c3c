import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDay, formatHour } from '../../lib/words/format.ts';
import { type FitQuestion, useFit } from './use-fit.ts';

const fitWords = { fits: t('free'), tight: t('tight'), full: t('full') };
const colours = { fits: 'teal', tight: 'amber', full: 'red' } as const;

interface FitPanelProps {
  asked: FitQuestion | undefined;
  onDriver?: (driverId: number) => void;
}
/** "Can we still do it?": the three best drivers and the windows of the day, while the customer is on the telephone. */
export function FitPanel({ asked, onDriver }: FitPanelProps) {
  const fit = useFit(asked);
  const drivers = trpc.users.list.useQuery(
    { role: 'driver', isActive: 'true', sort: 'name', limit: PAGE_SIZE_MAX },
    { enabled: fit !== undefined },
  );
  if (!fit) return null;
  if (!fit.isPlaceKnown)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('Nobody knows where one of the addresses is, so nothing can be said about who could deliver it.')}
      </Text>
    );
  const nameOf = (id: number): string => {
    const driver = drivers.data?.data.find((one) => one.id === id);
    return driver ? displayName(driver) : `#${id}`;
  };
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={600}>
        {fit.drivers.length > 0
          ? t('It can be done on {day}', { day: formatDay(fit.day) })
          : t('Nobody can do it on {day} as it is asked for', { day: formatDay(fit.day) })}
      </Text>
      <List size="sm" listStyleType="none">
        {fit.drivers.map(({ driverId, extraMinutes, deliveryAt }) => (
          <List.Item key={driverId}>
            <Group gap="xs">
              <Text span size="sm">
                {t('{name}: {minutes} min more, there at about {time}', {
                  name: nameOf(driverId),
                  minutes: extraMinutes,
                  time: formatHour(deliveryAt),
                })}
              </Text>
              {onDriver && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={t('Choose {name}', { name: nameOf(driverId) })}
                  onClick={() => onDriver(driverId)}
                >
                  {t('Choose')}
                </Button>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
      <Group gap={6}>
        {fit.windows.map(({ from, to, fit: how }) => (
          <Badge key={from} variant="light" color={colours[how]} tt="none" fw={500}>
            {`${formatHour(from)} – ${formatHour(to)}: ${fitWords[how]}`}
          </Badge>
        ))}
      </Group>
    </Stack>
  );
}
