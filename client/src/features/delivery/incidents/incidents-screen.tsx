import { Group, NativeSelect, SegmentedControl, Stack, Title } from '@mantine/core';
import {
  incidentKinds,
  incidentKindWords,
  incidentStates,
  incidentStateWords,
} from '@quickfleet/shared/delivery/proof/incident-words';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { IncidentCard } from '../../../components/delivery/incident-card.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { Pager } from '../../../components/lists/pager.tsx';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { trpc } from '../../../lib/api/trpc.ts';

const LIMIT = 20;
const filters = z.object({
  state: z.enum([...incidentStates, 'all']).default('open'),
  kind: z.enum([...incidentKinds, 'all']).default('all'),
  page: z.coerce.number().int().min(1).default(1),
});
const states = [
  ...incidentStates.map((value) => ({ value, label: incidentStateWords[value] })),
  { value: 'all', label: t('All (claims)') },
];
const kinds = [
  { value: 'all', label: t('Every kind') },
  ...incidentKinds.map((value) => ({ value, label: incidentKindWords[value] })),
];

/** /admin/incidents: every claim, newest first; the open ones unless something else is asked for. */
export function IncidentsScreen() {
  const [{ state, kind, page }, setFilters] = useUrlState(filters);
  const list = trpc.incidents.list.useQuery({
    page,
    limit: LIMIT,
    ...(state === 'all' ? {} : { state }),
    ...(kind === 'all' ? {} : { kind }),
  });
  const choose = (value: string) => setFilters({ state: filters.shape.state.parse(value), page: 1 });
  return (
    <Stack gap="md">
      <Title order={1}>{t('Claims')}</Title>
      <Group align="flex-end">
        <SegmentedControl data={states} value={state} onChange={choose} aria-label={t('State (of a claim)')} />
        <NativeSelect
          aria-label={t('Kind')}
          data={kinds}
          value={kind}
          onChange={(event) => setFilters({ kind: filters.shape.kind.parse(event.currentTarget.value), page: 1 })}
        />
      </Group>
      <QueryState title={t('The claims could not be loaded')} query={list} rows={4} height={90} />
      {list.data?.total === 0 && (
        <EmptyState
          title={t('No claims here')}
          text={t('A customer opens one from the tracking page, and staff from an order.')}
        />
      )}
      {list.data && list.data.total > 0 && (
        <>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {list.data.data.map((incident) => (
              <IncidentCard key={incident.id} incident={incident} leadsToOrder />
            ))}
          </Stack>
          <Pager {...list.data} onPage={(next) => setFilters({ page: next })} what={t('claims')} />
        </>
      )}
    </Stack>
  );
}
