import { useCallback } from 'react';
import { BoardScreen } from '../features/board/board-screen.tsx';
import { OrderDialogs } from '../features/orders/order-dialogs.tsx';
import { orderDialogs } from '../features/orders/order-view.ts';
import { useAuth } from '../lib/session.tsx';
import { useUrlState } from '../lib/url-state.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminBoardPage() {
  useDocumentTitle('Day Board');
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
