import { ActionIcon, Button, Menu } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { DayOrder } from '@quickfleet/shared/delivery/planning';
import { LABELS_MAX } from '@quickfleet/shared/limits';
import { IconDots, IconPrinter, IconRoute, IconTag } from '@tabler/icons-react';
import { LabelSizes } from '../../../components/delivery/label-sizes.tsx';
import { inNewTab, labelsHref, runSheetHref, runSheetsHref } from '../../../lib/addresses/paper-links.ts';
import { useLabelFormat } from '../../../lib/use-label-format.ts';
import { formatCount } from '../../../lib/words/format.ts';
import type { ColumnView } from './board-view.ts';

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
        {isTooMany ? `${labels} labels, at most ${LABELS_MAX} at a time` : 'No labels'}
      </Menu.Item>
    );
  return (
    <Menu.Item
      {...inNewTab}
      href={labelsHref(
        orders.map(({ id }) => id),
        format,
      )}
      leftSection={icon}
    >
      {formatCount(labels, 'label')}
    </Menu.Item>
  );
}

const menu = { position: 'bottom-end', portalProps: { target: '#main' }, withInitialFocusPlaceholder: false } as const;

/** What is printed of one column: the driver's run sheet, and the labels of its orders. */
export function ColumnPapers({ column, day }: { column: ColumnView; day: string }) {
  const { id, name, all } = column;
  if (all.length === 0) return null;
  return (
    <Menu {...menu}>
      <Menu.Target>
        <ActionIcon size={36} ml="auto" aria-label={`Print for ${name}`} title="Print" style={{ flex: 'none' }}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {id !== null && (
          <Menu.Item {...inNewTab} href={runSheetHref(id, day)} leftSection={<IconRoute size={18} aria-hidden />}>
            Run sheet
          </Menu.Item>
        )}
        <LabelsItem orders={ordersIn([column])} />
        <Menu.Divider />
        <LabelSizes />
      </Menu.Dropdown>
    </Menu>
  );
}

export function DayPapers({ columns, day }: { columns: readonly ColumnView[]; day: string }) {
  const sheets = columns.filter(({ id, all }) => id !== null && all.length > 0).length;
  const icon = <IconRoute size={18} aria-hidden />;
  return (
    <Menu {...menu}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />}>
          Print
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sheets > 0 ? (
          <Menu.Item {...inNewTab} href={runSheetsHref(day)} leftSection={icon}>
            {formatCount(sheets, 'run sheet')}
          </Menu.Item>
        ) : (
          <Menu.Item disabled leftSection={icon}>
            No run sheets
          </Menu.Item>
        )}
        <LabelsItem orders={ordersIn(columns)} />
        <Menu.Divider />
        <LabelSizes />
      </Menu.Dropdown>
    </Menu>
  );
}
