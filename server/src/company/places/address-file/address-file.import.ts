import { basename } from 'node:path';
import { kilometresBetween } from '@quickfleet/shared/base/distance';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { bytesFrom, copy } from '../../../process/outside/streams.ts';
import { type ColumnMap, readAddressFile } from './address-file.reading.ts';
import { houseOf } from './address-text.ts';
import { codeKeyOf, keyOf } from './address-words.ts';

interface Street {
  id: number;
  street: string;
  town: string;
  postcode: string;
  streetKey: string;
  townKey: string;
  codeKey: string;
  houses: number;
  latSum: number;
  lngSum: number;
  south: number;
  north: number;
  west: number;
  east: number;
}
export interface ImportedFile {
  addresses: number;
  streets: number;
  /** Lines without a street or coordinates. */
  skipped: number;
}
interface ImportOrder {
  columns?: ColumnMap;
  signal?: AbortSignal;
  log?: (line: string) => void;
}

/** A value as COPY reads it. */
const cell = (value: string): string => value.replace(/[\\\t\n\r\0]/g, (sign) => (sign === '\\' ? '\\\\' : ' ')).trim();
const line = (values: readonly (string | number)[]): string => `${values.map((one) => cell(String(one))).join('\t')}\n`;
const BATCH = 65_536;
const LOG_EVERY = 250_000;

/** Keys of texts that come again and again. */
function remembering(of: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const key = of(text);
    known.set(text, key);
    return key;
  };
}

/**
 * Puts an address file in the place of the one before, in one transaction: who reads meanwhile finds the one before, and
 * what is interrupted leaves nothing behind. What was found in the one before, or not at all, is looked for again.
 */
export async function importAddresses(
  client: pg.Client,
  path: string,
  { columns = {}, signal, log = () => undefined }: ImportOrder,
): Promise<ImportedFile> {
  const streets = new Map<string, Street>();
  const [streetKeyOf, townKeyOf] = [remembering(keyOf), remembering(keyOf)];
  let [addresses, skipped] = [0, 0];

  async function* houseLines(): AsyncGenerator<string> {
    let lines: string[] = [];
    let size = 0;
    for await (const address of readAddressFile(path, columns)) {
      signal?.throwIfAborted();
      const key = address ? streetKeyOf(address.street) : '';
      if (!address || key === '') {
        skipped++;
        continue;
      }
      const { street, number, town, postcode, lat, lng } = address;
      const [townKey, codeKey] = [townKeyOf(town), codeKeyOf(postcode)];
      const id = `${key}\t${townKey}\t${codeKey}`;
      let of = streets.get(id);
      if (!of) {
        const [south, north, west, east] = [lat, lat, lng, lng];
        of = {
          id: streets.size + 1,
          street,
          town,
          postcode,
          streetKey: key,
          townKey,
          codeKey,
          houses: 0,
          latSum: 0,
          lngSum: 0,
          south,
          north,
          west,
          east,
        };
        streets.set(id, of);
      }
      of.houses++;
      of.latSum += lat;
      of.lngSum += lng;
      [of.south, of.north] = [Math.min(of.south, lat), Math.max(of.north, lat)];
      [of.west, of.east] = [Math.min(of.west, lng), Math.max(of.east, lng)];
      addresses++;
      if (addresses % LOG_EVERY === 0) log(`${addresses} addresses are read.`);
      const house = number === '' ? null : houseOf(number);
      if (!house) continue;
      const text = line([of.id, of.houses, number, house.from, house.to, house.letter, lat, lng]);
      lines.push(text);
      size += text.length;
      if (size < BATCH) continue;
      yield lines.join('');
      [lines, size] = [[], 0];
    }
    yield lines.join('');
  }
  function* streetLines(): Generator<string> {
    for (const { latSum, lngSum, south, north, west, east, ...one } of streets.values()) {
      const reach = kilometresBetween({ lat: south, lng: west }, { lat: north, lng: east });
      const { id, streetKey, townKey, codeKey, street, town, postcode, houses } = one;
      const [lat, lng] = [latSum / houses, lngSum / houses];
      yield line([id, streetKey, townKey, codeKey, street, town, postcode, lat, lng, reach, houses]);
    }
  }
  const fill = (table: string, lines: Iterable<string> | AsyncIterable<string>) =>
    copy(bytesFrom(lines), client.query(copyFrom(`copy ${table} from stdin`)));

  await client.query('begin');
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [
      LOCKS.addressFile,
    ]);
    if (!rows[0]?.got) throw new Error('Another address file is being imported. Try again when it is done.');
    await client.query('delete from address_houses');
    await client.query('delete from address_streets');
    await fill('address_houses (street_id, "at", number, number_from, number_to, letter, lat, lng)', houseLines());
    if (addresses === 0) throw new Error(`${path} has no address with a street and coordinates.`);
    await fill(
      'address_streets (id, street_key, town_key, code_key, street, town, postcode, lat, lng, reach, houses)',
      streetLines(),
    );
    await client.query('delete from address_places where source is null or source = $1', ['file']);
    await client.query(
      `with gone as (delete from address_files returning id)
       insert into address_files (id, name, addresses, imported_at) select coalesce(max(id), 0) + 1, $1, $2, now() from gone`,
      [basename(path).slice(0, 200), addresses],
    );
    signal?.throwIfAborted();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await client.query('analyze address_streets, address_houses');
  return { addresses, streets: streets.size, skipped };
}
