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
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';

const LIMIT = 20;
const claimsView = z.object({
  state: z.enum([...incidentStates, 'all']).default('open'),
  kind: z.enum([...incidentKinds, 'all']).default('all'),
  page: urlNumber.default(1),
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
  const { view, filter, goToPage } = useView(claimsView);
  const { state, kind, page } = view;
  const list = trpc.incidents.list.useQuery({
    page,
    limit: LIMIT,
    ...(state === 'all' ? {} : { state }),
    ...(kind === 'all' ? {} : { kind }),
  });
  const choose = (value: string) => filter({ state: claimsView.shape.state.parse(value) });
  return (
    <Stack gap="md">
      <Title order={1}>{t('Claims')}</Title>
      <Group align="flex-end">
        <SegmentedControl data={states} value={state} onChange={choose} aria-label={t('State (of a claim)')} />
        <NativeSelect
          aria-label={t('Kind')}
          data={kinds}
          value={kind}
          onChange={(event) => filter({ kind: claimsView.shape.kind.parse(event.currentTarget.value) })}
        />
      </Group>
      <PagedList
        query={list}
        failed={t('The claims could not be loaded')}
        skeleton={{ rows: 4, height: 90 }}
        empty={
          <EmptyState
            title={t('No claims here')}
            text={t('A customer opens one from the tracking page, and staff from an order.')}
          />
        }
        what={t('claims')}
        onPage={goToPage}
      >
        {(incidents) => (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {incidents.map((incident) => (
              <IncidentCard key={incident.id} incident={incident} leadsToOrder />
            ))}
          </Stack>
        )}
      </PagedList>
    </Stack>
  );
}
