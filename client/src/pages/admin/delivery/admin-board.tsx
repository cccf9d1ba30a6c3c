import { t } from '@quickfleet/shared/words/t';
import { useCallback } from 'react';
import { BoardScreen } from '../../../features/delivery/board/board-screen.tsx';
import { OrderDialogs } from '../../../features/delivery/orders/change/order-dialogs.tsx';
import { orderDialogs } from '../../../features/delivery/orders/list/order-view.ts';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { useAuth } from '../../../lib/api/session.tsx';

export function AdminBoardPage() {
  useDocumentTitle(t('Day Board'));
  const { user, storedAdmin } = useAuth();
  const person = user ?? storedAdmin;
  const { view, open, close } = useView(orderDialogs);
  const openOrder = useCallback((id: number) => open('order', id), [open]);
  return (
    <>
      <BoardScreen onOpen={openOrder} />
      {person && <OrderDialogs role={person.role} view={view} open={open} close={close} />}
    </>
  );
}
