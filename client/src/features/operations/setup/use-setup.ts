import type { SetupStep } from '@quickfleet/shared/company/own-settings';
import { t } from '@quickfleet/shared/words/t';
import { useEffect } from 'react';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

/** Marks a step as right, or puts the list away: both are settings of the company. */
export function useSetupChange() {
  const utils = trpc.useUtils();
  const update = trpc.company.update.useMutation({
    ...reported({ done: t('Settings saved'), refresh: () => utils.setup.invalidate() }),
    onSuccess: (saved) => utils.company.get.setData(undefined, saved),
  });
  const check = async (step: SetupStep): Promise<void> => {
    const { setup } = await utils.company.get.fetch();
    await update.mutateAsync({ setup: { checked: [...setup.checked, step] } });
  };
  const dismiss = () => update.mutate({ setup: { isDismissed: true } });
  return { check, dismiss, isPending: update.isPending };
}

/** Notes that the first run was shown, so that nothing leads there again: its list stays on the dashboard. */
export function useShown(isNew: boolean | undefined): void {
  const utils = trpc.useUtils();
  const { mutate, isIdle } = trpc.company.update.useMutation({
    onSuccess: (saved) => {
      utils.company.get.setData(undefined, saved);
      utils.setup.get.setData(undefined, (known) => known && { ...known, isNew: false });
    },
  });
  useEffect(() => {
    if (isNew && isIdle) mutate({ setup: { isShown: true } });
  }, [isNew, isIdle, mutate]);
}

/** The sample customers with their quotes and orders. */
export function useSamples() {
  const utils = trpc.useUtils();
  const refresh = () => {
    for (const shown of [utils.setup, utils.dashboard, utils.quotes, utils.orders, utils.customers])
      void shown.invalidate();
  };
  const add = trpc.setup.addSamples.useMutation(
    reported({ done: t('Sample data added'), failed: t('Sample data was not added'), refresh }),
  );
  const remove = trpc.setup.removeSamples.useMutation(
    reported({ done: t('Sample data removed'), failed: t('Sample data was not removed'), refresh }),
  );
  return { add, remove };
}
