import type { ListMails, MailPage } from '@quickfleet/shared/messages/mailbox';
import { useState } from 'react';
import { isOnItsWay } from '../../../components/subject/mail-status.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';

/**
 * Keeps the Mailbox current while it is visible. A mail on the screen is updated in place; new ones
 * are only counted, because a list must not move under the pointer.
 */
export function useLiveMailbox(input: ListMails, page: MailPage | undefined, openMail: number | undefined) {
  const utils = trpc.useUtils();
  const [arrivedIds, setArrivedIds] = useState<readonly number[]>([]);
  const rows = page?.data ?? [];

  const readOne = async (id: number) => {
    // A question that is still open may be answered with what was true before this change.
    await utils.mailbox.get.cancel({ id });
    const mail = await utils.mailbox.get.fetch({ id }, { staleTime: 0 });
    utils.mailbox.list.setData(
      input,
      (shown) => shown && { ...shown, data: shown.data.map((row) => (row.id === id ? mail : row)) },
    );
  };
  const isAbout = (change: { quoteId: number | null; orderId: number | null }) =>
    (!input.quoteId || input.quoteId === change.quoteId) && (!input.orderId || input.orderId === change.orderId);

  useLiveChanges((change) => {
    if (change.topic === 'resync' || (change.topic === 'begun' && rows.some(isOnItsWay)))
      return void utils.mailbox.invalidate();
    if (change.topic !== 'mail' || change.id === null) return;
    const { id, isNew } = change;
    if (isNew && isAbout(change)) setArrivedIds((ids) => [...ids, id]);
    // A failed read changes nothing: what is shown was true, and Refresh asks again.
    if (openMail === id || rows.some((row) => row.id === id)) readOne(id).catch(() => undefined);
  });

  return {
    /** How many mails were written that the list does not show. */
    waiting: arrivedIds.filter((id) => !rows.some((row) => row.id === id)).length,
    settle: () => setArrivedIds([]),
  };
}
