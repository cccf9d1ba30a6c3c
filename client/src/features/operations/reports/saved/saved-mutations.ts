import type { SavedReport } from '@quickfleet/shared/operations/reports/saved-reports';
import { t } from '@quickfleet/shared/words/t';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { formatDay } from '../../../../lib/words/format.ts';

function useReport<Sent>(done: (report: SavedReport, sent: Sent) => string) {
  const utils = trpc.useUtils();
  return reported({ done, refresh: () => utils.savedReports.invalidate() });
}
const nextIn = ({ nextOn }: SavedReport): string =>
  nextOn ? t('Saved. It is mailed next on {day}.', { day: formatDay(nextOn) }) : t('Saved');

export const useSaveReport = () => trpc.savedReports.create.useMutation(useReport(nextIn));
export const useChangeReport = () => trpc.savedReports.update.useMutation(useReport(nextIn));
export const useSendReport = () =>
  trpc.savedReports.send.useMutation(useReport(({ name }) => t('{name} is on its way', { name })));
export function useDeleteReport() {
  const utils = trpc.useUtils();
  return trpc.savedReports.delete.useMutation(
    reported({ done: t('The saved report was deleted'), refresh: () => utils.savedReports.invalidate() }),
  );
}
