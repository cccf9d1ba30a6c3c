import { Button, Group, Stack, Text } from '@mantine/core';
import type { Calendar } from '@quickfleet/shared/delivery/calendars';
import { displayName, type User } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../lib/api/reported.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePrevious } from '../../lib/forms/use-previous.ts';
import { formatDay } from '../../lib/words/format.ts';
import { useConfirm } from '../feedback/dialog/confirm.tsx';
import { Dialog } from '../feedback/dialog/dialog.tsx';
import { QueryState } from '../feedback/query-state.tsx';
import list from '../lists/list.module.css';
import { CopyButton } from '../text/code/copy-button.tsx';

/** Whose calendar it is. */
type Owner = { driverId: number } | { customerId: number };
const isOf = (owner: Owner, { driverId, customerId }: Calendar): boolean =>
  'driverId' in owner ? driverId === owner.driverId : customerId === owner.customerId;

/** Addresses that a calendar subscribes to: made, copied and revoked. */
export function CalendarLinks({ owner }: { owner: Owner }) {
  const utils = trpc.useUtils();
  const { confirm, confirmDialog } = useConfirm();
  const calendars = trpc.calendars.list.useQuery();
  const refresh = () => utils.calendars.invalidate();
  const create = trpc.calendars.create.useMutation(
    reported({ done: t('Calendar address made'), failed: t('Not made'), refresh }),
  );
  const remove = trpc.calendars.delete.useMutation(
    reported({ done: t('Calendar address revoked'), failed: t('Not revoked'), refresh }),
  );
  const revoke = async (id: number) => {
    const text = t('Calendars that subscribe to it get no more changes.');
    if (await confirm({ title: t('Revoke this calendar address?'), text, action: t('Revoke') })) remove.mutate({ id });
  };
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t(
          'A phone or a mail program that subscribes to the address shows the planned stops. Whoever has it can read them.',
        )}
      </Text>
      <QueryState query={calendars} title={t('The calendar addresses could not be loaded')} rows={1} height={32} />
      <ul>
        {calendars.data?.data
          .filter((calendar) => isOf(owner, calendar))
          .map(({ id, url, createdAt }) => (
            <li key={id} className={list.row}>
              <Group justify="space-between" gap="xs">
                <Text size="sm">{t('Made on {day}', { day: formatDay(createdAt) })}</Text>
                <Group gap="xs">
                  <CopyButton value={url} what={t('calendar address (to copy)')} text={t('Copy address')} />
                  <Button variant="default" loading={remove.isPending} onClick={() => void revoke(id)}>
                    {t('Revoke')}
                  </Button>
                </Group>
              </Group>
            </li>
          ))}
      </ul>
      <Button variant="default" mr="auto" loading={create.isPending} onClick={() => create.mutate(owner)}>
        {t('Make a calendar address')}
      </Button>
      {confirmDialog}
    </Stack>
  );
}

/** The calendar addresses of a driver. */
export function CalendarDialog({ driver, onClose }: { driver: User | undefined; onClose: () => void }) {
  const shown = usePrevious(driver);
  return (
    <Dialog
      opened={driver !== undefined}
      onClose={onClose}
      title={shown ? t('Calendar of {name}', { name: displayName(shown) }) : ''}
      size="md"
    >
      {shown && <CalendarLinks owner={{ driverId: shown.id }} />}
    </Dialog>
  );
}
