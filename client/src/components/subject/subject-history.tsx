import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../lib/api/trpc.ts';
import { QueryState } from '../feedback/query-state.tsx';
import { HistoryTimeline } from './history-timeline.tsx';

/** What happened to a quote, an order or an invoice, newest first, with its loading and its failure. */
export function SubjectHistory({ subject, id }: { subject: 'quote' | 'order' | 'invoice'; id: number }) {
  const history = trpc.history.list.useQuery({ subject, id });
  if (!history.isSuccess)
    return <QueryState query={history} title={t('The history could not be loaded')} rows={3} height={40} />;
  return <HistoryTimeline lines={history.data.data} />;
}
