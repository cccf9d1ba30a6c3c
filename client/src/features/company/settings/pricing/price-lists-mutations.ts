import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';

/** Makes or changes a price list; what the server finds wrong is shown at its fields. */
export function useSavePriceList(onSaved: () => void) {
  const utils = trpc.useUtils();
  const saved = reported({
    done: t('The price list is saved'),
    isShown: () => true,
    onDone: onSaved,
    refresh: () => utils.priceLists.invalidate(),
  });
  return { create: trpc.priceLists.create.useMutation(saved), update: trpc.priceLists.update.useMutation(saved) };
}
export function useDeletePriceList() {
  const utils = trpc.useUtils();
  return trpc.priceLists.delete.useMutation(
    reported({ done: t('The price list is deleted'), refresh: () => utils.priceLists.invalidate() }),
  );
}
