import { BoardScreen } from '../features/board/board-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminBoardPage() {
  useDocumentTitle('Day Board');
  return <BoardScreen />;
}
