/**
 * A made-up address file of a million rows: how long its import takes and how much memory, and how long one look-up, one
 * with a slip of the pen and one address as somebody types it. Then addresses as people of ten countries write them,
 * `--each` of each, against a file that has most of them: found, wrong and not found.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Tally } from '../../server/bench/addresses/made-up.ts';
import { launch } from './processes.ts';

const BASE = [
  'Linden',
  'Garten',
  'Mühlen',
  'Bahnhof',
  'König',
  'Birken',
  'Rosen',
  'Kirch',
  'Schul',
  'Wald',
  'Berg',
  'Markt',
];
const KINDS = ['straße', 'weg', 'platz', 'allee', 'gasse', 'ring', 'damm', 'ufer'];
const HOUSES = 25;
const STREETS_OF_TOWN = BASE.length * KINDS.length;

export interface AddressTimes {
  rows: number;
  seconds: number;
  megabytes: number;
  lookUp: { p50: number; p95: number };
  slip: { p50: number; p95: number };
  typed: { p50: number; p95: number };
  tallies: Tally[];
}

/** As `npm run addresses` bounds its memory. */
const BOUNDS = ['--max-old-space-size=192', '--max-semi-space-size=4'];

/** The address of a row, and the row itself. */
export function madeUpRow(row: number) {
  const street = Math.floor(row / HOUSES);
  const town = Math.floor(street / STREETS_OF_TOWN);
  const of = street % STREETS_OF_TOWN;
  return {
    street: `${BASE[of % BASE.length]}${KINDS[Math.floor(of / BASE.length)]}`,
    number: String(1 + (row % HOUSES)),
    town: `Ort${String.fromCharCode(97 + (town % 26))}${String.fromCharCode(97 + (Math.floor(town / 26) % 26))}`,
    postcode: String(10_000 + town),
    lat: 47 + (town % 60) / 10 + (of % 20) / 2000,
    lng: 6 + Math.floor(town / 60) / 5 + (row % HOUSES) / 5000,
  };
}

function* linesOf(rows: number): Generator<string> {
  yield 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n';
  let part: string[] = [];
  for (let row = 0; row < rows; row++) {
    const { street, number, town, postcode, lat, lng } = madeUpRow(row);
    part.push(`${lng.toFixed(6)},${lat.toFixed(6)},${number},${street},,${town},,,${postcode},,${row}\n`);
    if (part.length < 1000) continue;
    yield part.join('');
    part = [];
  }
  yield part.join('');
}

export async function printAddresses(rows: number, each: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quickfleet-addresses-'));
  try {
    const file = join(folder, 'addresses.csv');
    await pipeline(linesOf(rows), createWriteStream(file));
    const bench = await launch<AddressTimes>(
      'addresses.ts',
      {
        BENCH_FILE: file,
        BENCH_ROWS: String(rows),
        BENCH_FOLDER: folder,
        BENCH_EACH: String(each),
      },
      BOUNDS,
    );
    try {
      const { seconds, megabytes, lookUp, slip, typed, tallies } = bench.ready;
      const times = ({ p50, p95 }: { p50: number; p95: number }) =>
        `p50 ${p50.toFixed(1)} ms   p95 ${p95.toFixed(1)} ms`;
      console.log(`\n${rows} addresses imported   ${seconds.toFixed(0)} s   ${megabytes.toFixed(0)} MB of memory`);
      console.log(`one address looked up     ${times(lookUp)}`);
      console.log(`one with a slip           ${times(slip)}`);
      console.log(`one while it is typed     ${times(typed)}`);
      printTallies(tallies);
    } finally {
      await bench.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function printTallies(tallies: readonly Tally[]): void {
  const sum = (of: 'asked' | 'known' | 'found' | 'wrong' | 'missed') => tallies.reduce((all, one) => all + one[of], 0);
  const line = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(11)).join('');
  console.log(`\n${line(['country', 'written', 'in the file', 'found', 'wrong', 'not found'])}`);
  for (const { country, asked, known, found, wrong, missed } of tallies)
    console.log(line([country, asked, known, found, wrong, missed]));
  console.log(line(['all', sum('asked'), sum('known'), sum('found'), sum('wrong'), sum('missed')]));
  for (const text of tallies.flatMap(({ wrongly }) => wrongly)) console.log(`wrong: ${text.replaceAll('\n', ' / ')}`);
}
