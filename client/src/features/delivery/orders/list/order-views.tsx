import { Button, Group, Menu, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { NAME_MAX, SAVED_VIEWS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconBookmark, IconBookmarkPlus, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showSuccess } from '../../../../lib/toast.ts';
import { formatNumber } from '../../../../lib/words/format.ts';
import { lookOfOrder } from '../../../../lib/words/status-look.ts';
import {
  type DayView,
  dayViewOf,
  dayViews,
  dayViewWords,
  type OrdersView,
  type OrderView,
  patchOfDayView,
  patchOfQuery,
  queryOfView,
} from './order-view.ts';
import styles from './orders.module.css';
import type { OrderScope } from './use-orders.ts';

const cards = [
  { text: t('Created (orders)'), status: 'pending', count: 'created' },
  { text: t('Assigned (orders)'), status: 'assigned', count: 'assigned' },
  { text: t('In Transit (orders)'), status: 'in_transit', count: 'inTransit' },
  { text: t('Delivered (orders)'), status: 'delivered', count: 'delivered' },
] as const;

/** The four count cards; each filters the list by its state, and once more shows all again. */
export function OrderCounts({
  status,
  onStatus,
}: {
  status: OrderView['status'];
  onStatus: (status: OrderView['status']) => void;
}) {
  const counts = trpc.orders.counts.useQuery();
  const chosen = status === 'created' ? 'pending' : status;
  return (
    <section className={styles.counts} aria-label={t('Orders by state')}>
      {cards.map(({ text, status: own, count }) => {
        const { icon: CountIcon, color } = lookOfOrder(own);
        return (
          <UnstyledButton
            key={own}
            className={styles.count}
            aria-pressed={chosen === own}
            onClick={() => onStatus(chosen === own ? undefined : own)}
          >
            <Group gap="xs" wrap="nowrap">
              <CountIcon size={20} stroke={1.7} color={`var(--mantine-color-${color}-light-color)`} aria-hidden />
              <Text size="sm" c="dimmed" flex={1}>
                {text}
              </Text>
              <Text span fz="1.25rem" fw={650} lh={1.2} className="tabular">
                {counts.data ? (
                  formatNumber(counts.data[count])
                ) : counts.isPending ? (
                  <Skeleton component="span" h={24} w={32} display="block" />
                ) : (
                  '—'
                )}
              </Text>
            </Group>
          </UnstyledButton>
        );
      })}
    </section>
  );
}

function useCount(view: DayView): number | undefined {
  const { data } = trpc.orders.counts.useQuery();
  return view === 'all' ? undefined : data?.[view];
}

function ViewButton({ view, isOpen, onOpen }: { view: DayView; isOpen: boolean; onOpen: () => void }) {
  const count = useCount(view);
  const isWarning =
    (view === 'overdue' || view === 'carriedOver' || view === 'failed') && count !== undefined && count > 0;
  return (
    <button type="button" className={styles.view} aria-pressed={isOpen} onClick={onOpen}>
      {dayViewWords[view]}
      {count !== undefined && (
        <span className={styles.viewCount} data-warning={isWarning || undefined}>
          {formatNumber(count)}
        </span>
      )}
    </button>
  );
}

function SaveDialog({ view, opened, onClose }: { view: OrderView; opened: boolean; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const save = trpc.savedViews.save.useMutation({
    onSuccess: () => {
      showSuccess(t('Success'), t('The view is saved'));
      void utils.savedViews.list.invalidate();
      setName('');
      onClose();
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = () => {
    if (!name.trim()) return setProblem(t('Name is required'));
    setProblem(undefined);
    save.mutate({ list: 'orders', name, query: queryOfView(view) });
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Save this view')} size="sm">
      <DialogForm onSubmit={submit} onCancel={onClose} send={t('Save view')} isPending={save.isPending}>
        <TextInput
          label={t('Name')}
          description={t('Only you see it. A view of the same name is replaced.')}
          data-autofocus
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem}
        />
      </DialogForm>
    </Dialog>
  );
}

interface ViewsProps {
  ordersView: OrdersView;
}

function SavedViews({ ordersView: { view, isFiltered, only } }: ViewsProps) {
  const utils = trpc.useUtils();
  const saved = trpc.savedViews.list.useQuery();
  const remove = trpc.savedViews.delete.useMutation(
    reported({ failed: t('Delete Failed'), refresh: () => utils.savedViews.list.invalidate() }),
  );
  const [isSaving, setSaving] = useState(false);
  const views = saved.data?.data ?? [];
  const present = queryOfView(view);
  const open = views.find(({ query }) => query === present && query !== '');

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            maw={220}
            style={{ flex: 'none' }}
          >
            <Text span truncate inherit>
              {open ? open.name : t('Saved views')}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={240} maw="min(340px, 90vw)">
          {views.length === 0 && <Menu.Label>{t('No views yet. Filter the list, then save it here.')}</Menu.Label>}
          {views.map(({ id, name, query }) => (
            <Menu.Item
              key={id}
              leftSection={<IconBookmark size={16} aria-hidden />}
              aria-current={query === present || undefined}
              onClick={() => only(patchOfQuery(query))}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconBookmarkPlus size={16} aria-hidden />}
            disabled={!isFiltered || views.length >= SAVED_VIEWS_MAX}
            onClick={() => setSaving(true)}
          >
            {views.length >= SAVED_VIEWS_MAX ? t('At most {max} views', { max: SAVED_VIEWS_MAX }) : t('Save this view')}
          </Menu.Item>
          {open && (
            <Menu.Item
              style={{ color: 'var(--mantine-color-red-light-color)' }}
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => remove.mutate({ id: open.id })}
            >
              {t('Remove “{name}”', { name: open.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SaveDialog view={view} opened={isSaving} onClose={() => setSaving(false)} />
    </>
  );
}

/** The views of the day, each with how many orders it holds, and one's own. */
export function OrderViews({ ordersView, scope }: ViewsProps & { scope: OrderScope }) {
  const { view, filter } = ordersView;
  const isDriver = scope.role === 'driver';
  const present = dayViewOf(view);
  return (
    <Group justify="space-between" gap="xs" mt="sm" align="flex-start">
      <Group component="section" gap={2} flex="1 1 20rem" aria-label={t('Views')}>
        {dayViews
          .filter((one) => !isDriver || (one !== 'unassigned' && one !== 'chargesProposed' && one !== 'paymentsOpen'))
          .map((one) => (
            <ViewButton key={one} view={one} isOpen={present === one} onOpen={() => filter(patchOfDayView(one))} />
          ))}
      </Group>
      {!isDriver && <SavedViews ordersView={ordersView} />}
    </Group>
  );
}
