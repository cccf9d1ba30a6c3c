import { TOAST_UNDO_MS } from '@quickfleet/shared/limits';
import { UndoMessage } from '../../../../components/feedback/undo-message.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { useQuoteCache } from './quote-cache.ts';

/** Deletes a quote and offers to bring it back; the server keeps it a little longer than the toast is shown. */
export function useDeleteQuote() {
  const { client } = trpc.useUtils();
  const cache = useQuoteCache();
  const restore = async (id: number) => {
    try {
      cache.put(await client.quotes.restore.mutate({ id }));
      showSuccess('Success', `Quote #${id} is back`);
    } catch (error) {
      showError('Error', messageOf(error));
    } finally {
      void cache.refresh();
    }
  };
  return trpc.quotes.delete.useMutation({
    onSuccess: (_, { id }) =>
      showSuccess(
        'Success',
        <UndoMessage text={`Quote #${id} deleted`} onUndo={() => void restore(Number(id))} />,
        TOAST_UNDO_MS,
      ),
    onError: (error) => showError('Error', messageOf(error)),
    onSettled: () => void cache.refresh(),
  });
}
