import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { KnownPlace } from '@quickfleet/shared/base/place/places';
import { findInFile } from '../../company/places/address-file/address-file.queries.ts';
import { askGeocoder } from '../../company/places/geocoder/geocoder.ts';
import { MapServiceFault, noteService, takeTurn } from '../../company/places/map-service.ts';
import { findPlaces, hashOf } from '../../company/places/places.queries.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { isOpen } from '../orders/orders.filters.ts';

/** Addresses that are looked up in the file by one turn, and questions to the service: what a minute holds. */
const LOOKED_UP = 2000;
const ASKED = 200;
/** The next turn is a minute later. */
const TURN_MS = 45_000;
/** Minutes until an address is asked again that a fault kept from being answered, longer each time. */
const PAUSES = [1, 5, 30, 120, 720, 1440] as const;
/** What the service does not know it may know by then. */
const UNKNOWN_DAYS = 30;

/** The addresses of open orders, of quotes that may become orders, and saved ones. */
const ADDRESSES = `select distinct address from (
    select pickup_address as address from orders o where ${isOpen}
    union all select delivery_address from orders o where ${isOpen}
    union all select pickup_address from quotes where status <> 'converted' and outcome is null
    union all select delivery_address from quotes where status <> 'converted' and outcome is null
    union all select address from customer_addresses) used`;
const addressColumn = select({ address: c.text('a.address') });
const unread = `select $columns from (${ADDRESSES}) a
  where not exists (select 1 from address_places p where p.address_hash = ${hashOf('a.address')})
  order by a.address limit ${LOOKED_UP}`;
const unknownColumns = select({ address: c.text('a.address'), tries: c.int('p.tries') });
const unknown = `select $columns from (${ADDRESSES}) a join address_places p on p.address_hash = ${hashOf('a.address')}
  where p.source is null and p.next_at <= ? order by p.next_at, a.address limit ${ASKED}`;

const postpone = `update address_places set next_at = ? where source is null
  and address_hash in (select ${hashOf('address')} from unnest(?::text[]) as address) returning address_hash`;

const minutesLater = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

async function keep(
  services: Services,
  address: string,
  place: KnownPlace | null,
  { tries, nextAt }: { tries: number; nextAt: Date },
): Promise<void> {
  await run(
    services.orm.em.fork(),
    `insert into address_places (address_hash, lat, lng, precision, source, tries, next_at, read_at)
     values (${hashOf('?')}, ?, ?, ?, ?, ?, ?, ?)
     on conflict (address_hash) do update set lat = excluded.lat, lng = excluded.lng, precision = excluded.precision,
       source = excluded.source, tries = excluded.tries, next_at = excluded.next_at, read_at = excluded.read_at
     returning address_hash`,
    [
      ...[address, place?.lat ?? null, place?.lng ?? null, place?.precision ?? null, place?.source ?? null],
      ...[tries, place ? null : nextAt, services.clock()],
    ],
  );
}

/**
 * Once a minute: finds the places of addresses in the company's address file, and asks the geocoder for those that are in
 * neither, one after the other at the pace that it allows.
 */
export async function tendPlaces(services: Services, signal?: AbortSignal): Promise<void> {
  await lookUp(services);
  if (services.config.GEOCODER_URL) await askForUnknown(services, signal);
}

async function lookUp(services: Services): Promise<void> {
  const em = services.orm.em.fork();
  const [{ hasFile = false } = {}] = await readRows(
    em,
    select({ hasFile: c.bool('exists (select 1 from address_files)') }),
    'select $columns',
  );
  if (!hasFile && !services.config.GEOCODER_URL) return;
  const addresses = (await readRows(em, addressColumn, unread)).map(({ address }) => address);
  const found = hasFile ? await findInFile({ em }, addresses) : new Map<string, KnownPlace | null>();
  const now = services.clock();
  for (const address of addresses) await keep(services, address, found.get(address) ?? null, { tries: 0, nextAt: now });
}

/** The addresses whose turn it is. Those that are known otherwise wait, so that they take the turn of no other. */
async function readUnknown({ clock }: Services, em: EntityManager, began: number) {
  for (;;) {
    const waiting = await readRows(em, unknownColumns, unknown, [clock()]);
    // A pin, a proof, or what the address says itself is better, and asks nobody.
    const known = await findPlaces(
      { em },
      waiting.map(({ address }) => address),
    );
    if (known.size > 0) await run(em, postpone, [minutesLater(clock(), UNKNOWN_DAYS * 1440), [...known.keys()]]);
    const asked = waiting.filter(({ address }) => !known.has(address));
    if (asked.length > 0 || waiting.length === 0 || performance.now() - began > TURN_MS) return asked;
  }
}

async function askForUnknown(services: Services, signal?: AbortSignal): Promise<void> {
  const { config, clock } = services;
  const em = services.orm.em.fork();
  const began = performance.now();
  for (const { address, tries } of await readUnknown(services, em, began)) {
    if (performance.now() - began > TURN_MS || signal?.aborted) return;
    const asked = new Date();
    const turn = await takeTurn(em, 'geocoder', asked, 1000 / config.GEOCODER_PER_SECOND);
    await pause(Math.min(TURN_MS, Math.max(0, turn.getTime() - asked.getTime())), undefined, signal ? { signal } : {});
    try {
      const place = await askGeocoder(config, address, signal);
      await keep(services, address, place, { tries: 0, nextAt: minutesLater(clock(), UNKNOWN_DAYS * 1440) });
      await noteService(em, 'geocoder', clock(), null);
    } catch (error) {
      if (!(error instanceof MapServiceFault)) throw error;
      const minutes = Math.max(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 1, (error.retryAfter ?? 0) / 60);
      await keep(services, address, null, { tries: tries + 1, nextAt: minutesLater(clock(), minutes) });
      await noteService(em, 'geocoder', clock(), error.message);
      // Who fails now fails for the next address too.
      return;
    }
  }
}

/** What nobody asked for in half a year is found again when it is needed. */
export async function forgetPlaces(
  { em }: { em: ReturnType<Services['orm']['em']['fork']> },
  now: Date,
): Promise<void> {
  await run(
    em,
    `delete from address_places where read_at < ?::timestamptz - interval '180 days' returning address_hash`,
    [now],
  );
  await run(em, `delete from travel_ways where read_at < ?::timestamptz - interval '1 day' returning origin`, [now]);
}
