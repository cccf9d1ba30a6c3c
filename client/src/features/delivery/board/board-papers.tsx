import { ActionIcon, Button, Menu } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { LABELS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import {
  IconArrowsSort,
  IconCash,
  IconChecks,
  IconDots,
  IconPrinter,
  IconRoute,
  IconTag,
  IconUserShare,
} from '@tabler/icons-react';
import { LabelSizes } from '../../../components/delivery/label-sizes.tsx';
import { inNewTab, labelsLink, runSheetHref, runSheetsHref } from '../../../lib/addresses/paper-links.ts';
import { useLabelFormat } from '../../../lib/hooks/use-label-format.ts';
import { type ColumnView, isWaiting } from './board-view.ts';
import { mayMove } from './moving/board-state.ts';

/** The open orders of some columns, each once, in the order of their stops: what is delivered needs no label. */
const ordersIn = (columns: readonly ColumnView[]): DayOrder[] =>
  [...new Map(columns.flatMap(({ all }) => all.map(({ order }) => [order.id, order]))).values()].filter(({ status }) =>
    isOpenOrder(status),
  );

function LabelsItem({ orders }: { orders: readonly DayOrder[] }) {
  const [format] = useLabelFormat();
  const labels = orders.reduce((sum, { parcels }) => sum + parcels, 0);
  const isTooMany = labels > LABELS_MAX;
  const icon = <IconTag size={18} aria-hidden />;
  if (labels === 0 || isTooMany)
    return (
      <Menu.Item disabled leftSection={icon}>
        {isTooMany ? t('{labels} labels, at most {max} at a time', { labels, max: LABELS_MAX }) : t('No labels')}
      </Menu.Item>
    );
  return (
    <Menu.Item
      {...labelsLink(
        orders.map(({ id }) => id),
        format,
      )}
      leftSection={icon}
    >
      {t('{count, plural, one {# label} other {# labels}}', { count: labels })}
    </Menu.Item>
  );
}

const menu = { position: 'bottom-end', portalProps: { target: '#main' }, withInitialFocusPlaceholder: false } as const;

interface ColumnMenuProps {
  column: ColumnView;
  day: string;
  onSelectAll: (column: ColumnView) => void;
  onGiveAll: (driverId: number) => void;
  onSuggest: (driverId: number) => void;
  onCash: (driverId: number) => void;
}

/** What is done with one column: its cards are selected or given away, and the run sheet and labels are printed. */
export function ColumnMenu({ column, day, onSelectAll, onGiveAll, onSuggest, onCash }: ColumnMenuProps) {
  const { id, name, all } = column;
  if (all.length === 0) return null;
  const open = all.filter(({ order, isDone }) => mayMove(order, isDone)).length;
  return (
    <Menu {...menu}>
      <Menu.Target>
        <ActionIcon
          size={36}
          ml="auto"
          aria-label={t('More for {name}', { name })}
          title={t('More')}
          style={{ flex: 'none' }}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {open > 0 && (
          <Menu.Item leftSection={<IconChecks size={18} aria-hidden />} onClick={() => onSelectAll(column)}>
            {t('Select all')}
          </Menu.Item>
        )}
        {open > 0 && id !== null && (
          <Menu.Item leftSection={<IconUserShare size={18} aria-hidden />} onClick={() => onGiveAll(id)}>
            {t('Give all to…')}
          </Menu.Item>
        )}
        {open > 1 && id !== null && (
          <Menu.Item leftSection={<IconArrowsSort size={18} aria-hidden />} onClick={() => onSuggest(id)}>
            {t('Suggest a stop order…')}
          </Menu.Item>
        )}
        {!isWaiting(column) && open > 0 && <Menu.Divider />}
        {id !== null && (
          <Menu.Item {...inNewTab} href={runSheetHref(id, day)} leftSection={<IconRoute size={18} aria-hidden />}>
            {t('Run sheet')}
          </Menu.Item>
        )}
        {id !== null && (
          <Menu.Item leftSection={<IconCash size={18} aria-hidden />} onClick={() => onCash(id)}>
            {t('Cash of the day…')}
          </Menu.Item>
        )}
        {!isWaiting(column) && <LabelsItem orders={ordersIn([column])} />}
        {!isWaiting(column) && <Menu.Divider />}
        {!isWaiting(column) && <LabelSizes />}
      </Menu.Dropdown>
    </Menu>
  );
}

export function DayPapers({ columns, day }: { columns: readonly ColumnView[]; day: string }) {
  const ofDay = columns.filter((column) => !isWaiting(column));
  const sheets = columns.filter(({ id, all }) => id !== null && all.length > 0).length;
  const icon = <IconRoute size={18} aria-hidden />;
  return (
    <Menu {...menu}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />}>
          {t('Print')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sheets > 0 ? (
          <Menu.Item {...inNewTab} href={runSheetsHref(day)} leftSection={icon}>
            {t('{count, plural, one {# run sheet} other {# run sheets}}', { count: sheets })}
          </Menu.Item>
        ) : (
          <Menu.Item disabled leftSection={icon}>
            {t('No run sheets')}
          </Menu.Item>
        )}
        <LabelsItem orders={ordersIn(ofDay)} />
        <Menu.Divider />
        <LabelSizes />
      </Menu.Dropdown>
    </Menu>
  );
}
