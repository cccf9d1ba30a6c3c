import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { copy, passThrough, readFileStream } from '../../../process/outside/streams.ts';

/** One address of a file, as it has it. */
export interface FileAddress {
  street: string;
  number: string;
  town: string;
  postcode: string;
  lat: number;
  lng: number;
}
export const fileColumns = ['street', 'number', 'town', 'postcode', 'lat', 'lng'] as const;
type FileColumn = (typeof fileColumns)[number];
/** Which column of a file has what. */
export type ColumnMap = Partial<Record<FileColumn, string>>;

/** What OpenAddresses and the usual tables call their columns, the better names first. */
const NAMES: Readonly<Record<FileColumn, readonly string[]>> = {
  street: ['street', 'strasse', 'straße', 'rue', 'calle', 'via', 'nom_voie', 'road', 'streetname'],
  number: ['number', 'housenumber', 'house_number', 'hausnummer', 'numero', 'hnr', 'nr'],
  town: ['city', 'town', 'ort', 'commune', 'nom_commune', 'municipality', 'place', 'district'],
  postcode: ['postcode', 'zip', 'plz', 'postal_code', 'code_postal', 'cp', 'zipcode'],
  lat: ['lat', 'latitude', 'y'],
  lng: ['lon', 'lng', 'longitude', 'long', 'x'],
};
const NEEDED = ['street', 'lat', 'lng'] as const;

/** The mapping of `--columns street=…,number=…`. Throws with a sentence for what it does not know. */
export function readColumns(text: string): ColumnMap {
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const known = fileColumns.find((column) => column === name.trim());
    const column = rest.join('=').trim();
    if (!known || column === '')
      throw new Error(`--columns has "${pair.trim()}". Write it as ${fileColumns.map((one) => `${one}=…`).join(',')}.`);
    return [known, column] as const;
  });
  return Object.fromEntries(pairs);
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const HEAD_BYTES = 65_536;
const RECORD_MAX = 1_000_000;

/** The text of a file, unpacked where it is compressed. */
const openText = (path: string, part = {}): Readable => {
  const bytes = readFileStream(path, { highWaterMark: 262_144, ...part });
  return path.toLowerCase().endsWith('.gz') ? passThrough(bytes, createGunzip()) : bytes;
};
async function firstLineOf(path: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const source = openText(path);
  for await (const piece of source) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes('\n') || text.length > HEAD_BYTES) break;
  }
  return (text.replace(/^\uFEFF/, '').split(/\r?\n/)[0] ?? '').trim();
}

const named = (properties: ReadonlyMap<string, string>, names: readonly string[]): string => {
  for (const name of names) {
    const value = properties.get(name);
    if (value) return value;
  }
  return '';
};

const text = z.union([z.string(), z.number()]).transform(String).nullish();
const feature = z.object({
  properties: z.record(z.string(), z.unknown()),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2) }),
});

/** The addresses of a file, and null for each of its lines that is none. Throws with a sentence for another kind of file. */
export async function* readAddressFile(path: string, columns: ColumnMap): AsyncGenerator<FileAddress | null> {
  const first = await firstLineOf(path);
  if (first === '') throw new Error(`${path} has no first line.`);
  yield* first.startsWith('{') ? readFeatures(path, columns) : readTable(path, first, columns);
}

async function* readFeatures(path: string, columns: ColumnMap): AsyncGenerator<FileAddress | null> {
  const decoder = new TextDecoder();
  let left = '';
  for await (const piece of openText(path)) {
    left += decoder.decode(piece, { stream: true });
    const lines = left.split('\n');
    left = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield featureOf(line, columns);
    if (left.length > RECORD_MAX) throw new Error(`${path} has a line of more than a million characters.`);
  }
  if (left.trim() !== '') yield featureOf(left, columns);
}

function featureOf(line: string, columns: ColumnMap): FileAddress | null {
  const found = feature.safeParse(jsonOf(line));
  if (!found.success) return null;
  const { properties, geometry } = found.data;
  const words = new Map(
    Object.entries(properties).map(([name, value]) => [name.toLowerCase(), text.safeParse(value).data ?? '']),
  );
  const of = (name: FileColumn) => named(words, columns[name] ? [columns[name].toLowerCase()] : NAMES[name]);
  const [lng = Number.NaN, lat = Number.NaN] = geometry.coordinates;
  return asAddress(
    { street: of('street'), number: of('number'), town: of('town'), postcode: of('postcode') },
    lat,
    lng,
  );
}
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function* readTable(path: string, head: string, columns: ColumnMap): AsyncGenerator<FileAddress | null> {
  const unquoted = head.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((sign) => ({ sign, count: unquoted.split(sign).length - 1 }));
  const delimiter = counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ',';
  const table = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_MAX,
  });
  const done = copy(openText(path), table);
  done.catch(() => undefined);
  let at: Record<FileColumn, number> | undefined;
  for await (const row of table) {
    const cells = z.array(z.string()).parse(row);
    if (!at) {
      at = columnsOf(path, cells, columns);
      continue;
    }
    const of = (name: FileColumn) => cells[at?.[name] ?? -1]?.trim() ?? '';
    yield asAddress(
      { street: of('street'), number: of('number'), town: of('town'), postcode: of('postcode') },
      degrees(of('lat')),
      degrees(of('lng')),
    );
  }
  await done;
}
const degrees = (cell: string): number => (cell === '' ? Number.NaN : Number(cell.replace(',', '.')));

/** Where each column is; -1 where the file has none. */
function columnsOf(path: string, head: readonly string[], columns: ColumnMap): Record<FileColumn, number> {
  const names = head.map((name) => name.trim().toLowerCase());
  const placeOf = (column: FileColumn): number => {
    const wanted = columns[column];
    const at = wanted
      ? names.indexOf(wanted.toLowerCase())
      : (NAMES[column].map((name) => names.indexOf(name)).find((found) => found >= 0) ?? -1);
    if (wanted && at < 0) throw new Error(`${path} has no column "${wanted}". It has: ${head.join(', ')}.`);
    return at;
  };
  const at = {
    ...{ street: placeOf('street'), number: placeOf('number'), town: placeOf('town') },
    ...{ postcode: placeOf('postcode'), lat: placeOf('lat'), lng: placeOf('lng') },
  };
  const missing = NEEDED.filter((column) => at[column] < 0);
  if (missing.length > 0)
    throw new Error(
      `${path} has no column for ${missing.join(' and ')}. It has: ${head.join(', ')}. Name them with --columns ${missing.map((one) => `${one}=…`).join(',')}.`,
    );
  return at;
}

const TEXT_MAX = 200;
function asAddress(words: Omit<FileAddress, 'lat' | 'lng'>, lat: number, lng: number): FileAddress | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180) || (lat === 0 && lng === 0)) return null;
  const { number, ...rest } = words;
  // "Hauptstr. 12" in one column.
  const house = number === '' ? /(?<=\s)\d+\s?\p{L}?(?:\s?[-/]\s?\d+)?$/u.exec(rest.street) : null;
  const street = rest.street.slice(0, house?.index).trim();
  const address = house && /\p{L}/u.test(street) ? { ...rest, street, number: house[0] } : words;
  const isFit = Object.values(address).every((word) => word.length <= TEXT_MAX);
  return address.street !== '' && isFit ? { ...address, lat, lng } : null;
}
