import { t } from '@quickfleet/shared/words/t';
import { useCallback } from 'react';
import { BoardScreen } from '../../features/delivery/board/board-screen.tsx';
import { OrderDialogs } from '../../features/delivery/orders/change/order-dialogs.tsx';
import { orderDialogs } from '../../features/delivery/orders/list/order-view.ts';
import { useUrlState } from '../../lib/addresses/url-state.ts';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';
import { useAuth } from '../../lib/api/session.tsx';

export function AdminBoardPage() {
  useDocumentTitle(t('Day Board'));
  const { user, storedAdmin } = useAuth();
  const person = user ?? storedAdmin;
  const [dialogs, setDialogs] = useUrlState(orderDialogs);
  const open = useCallback((id: number) => setDialogs({ order: String(id) }), [setDialogs]);
  return (
    <>
      <BoardScreen onOpen={open} />
      {person && <OrderDialogs role={person.role} view={dialogs} onChange={setDialogs} />}
    </>
  );
}
