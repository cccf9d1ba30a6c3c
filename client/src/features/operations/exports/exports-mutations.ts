import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useExportMutations() {
  const utils = trpc.useUtils();
  const refresh = () => utils.exports.list.invalidate();
  const create = trpc.exports.create.useMutation(
    reported({ done: 'The export is being made', failed: 'The export could not be started', refresh }),
  );
  const remove = trpc.exports.delete.useMutation(
    reported({ done: 'Export deleted', failed: 'The export could not be deleted', refresh }),
  );
  return { create, remove };
}
