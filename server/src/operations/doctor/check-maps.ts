import { t } from '@quickfleet/shared/words/t';
import { c, select } from '../../db/rows.ts';
import { ageText, Findings, type Patient } from './check.ts';

const fileColumns = select({ name: c.text('name'), addresses: c.int('addresses') });
const serviceColumns = select({
  kind: c.oneOf(['geocoder', 'routing'], 'kind'),
  failingSince: c.date('failing_since').nullable(),
  problem: c.text('problem').nullable(),
  answeredAt: c.date('answered_at').nullable(),
});
const tables = select({ isThere: c.bool(`to_regclass('map_services') is not null`) });

/** The address file, and whether the map services answered when they were last asked; asks nobody itself. */
export async function checkMaps({ config, read, now }: Patient): Promise<Findings> {
  const found = new Findings('Web');
  const [table] = await read(tables, 'select $columns');
  if (!table?.isThere) return found;
  const [file] = await read(fileColumns, 'select $columns from address_files');
  if (file)
    found.ok(
      'Address file',
      t('{count, plural, one {# address} other {# addresses}} of {name}.', { count: file.addresses, name: file.name }),
    );
  const states = await read(serviceColumns, 'select $columns from map_services order by kind');
  for (const [kind, name, variable, url] of [
    ['geocoder', 'Geocoder', 'GEOCODER_URL', config.GEOCODER_URL],
    ['routing', 'Routing service', 'ROUTING_URL', config.ROUTING_URL],
  ] as const) {
    if (!url) continue;
    const { host } = new URL(url);
    const state = states.find((one) => one.kind === kind);
    if (state?.failingSince)
      found.warn(
        name,
        t('{host} has failed for {since}: {reason}.', {
          host,
          since: ageText(now.getTime() - state.failingSince.getTime()),
          reason: state.problem ?? '',
        }),
        t(
          'Start it again, or correct {variable}. Addresses wait and are asked for again; days are planned with estimated times.',
          { variable },
        ),
      );
    else found.ok(name, state?.answeredAt ? t('{host} answers.', { host }) : t('{host} was not asked yet.', { host }));
  }
  return found;
}
