import type { OfficeChange } from '../outbox/storing/office-changes.ts';
import { HandedInNotices } from '../portal/handed-in-notices.tsx';
import { RefusedEntries, type RefusedEntriesProps } from '../portal/refused-entries.tsx';
import { OfficeChangesCard } from './office-changes-card.tsx';

export interface NoticesProps extends RefusedEntriesProps {
  /** Of the open order. */
  changed?: { orderId: number; changes: readonly OfficeChange[] };
}

/** What the driver has to read before anything else; it comes with the first view, whatever the network does then. */
export function Notices({ changed, ...refused }: NoticesProps) {
  return (
    <>
      {changed && <OfficeChangesCard {...changed} />}
      <HandedInNotices />
      <RefusedEntries {...refused} />
    </>
  );
}
