import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

export function useExportMutations() {
  const utils = trpc.useUtils();
  const refresh = () => utils.exports.list.invalidate();
  const create = trpc.exports.create.useMutation(
    reported({ done: t('The export is being made'), failed: t('The export could not be started'), refresh }),
  );
  const remove = trpc.exports.delete.useMutation(
    reported({ done: t('Export deleted'), failed: t('The export could not be deleted'), refresh }),
  );
  return { create, remove };
}
