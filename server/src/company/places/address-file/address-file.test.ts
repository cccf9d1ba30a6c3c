import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FoundPlaces, KnownPlace } from '@quickfleet/shared/base/place/places';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countries } from '../../../../bench/addresses/countries.ts';
import { asOpenAddresses, madeUpAddresses, tally } from '../../../../bench/addresses/made-up.ts';
import { expectError, useWorld } from '../../../../test/support/contract.ts';
import { ok, orderBody, quoteBody } from '../../../../test/support/factories.ts';
import { connectTo } from '../../../db/embedded/installation.ts';
import { importAddresses } from './address-file.import.ts';
import { findInFile } from './address-file.queries.ts';
import { type ColumnMap, readColumns } from './address-file.reading.ts';

const world = useWorld();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'addresses-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function importText(name: string, text: string | Buffer, columns: ColumnMap = {}) {
  const path = join(folder, name);
  await writeFile(path, text);
  const client = await connectTo({ connectionString: world.app.databaseUrl });
  try {
    return await importAddresses(client, path, { columns });
  } finally {
    await client.end();
  }
}
const find = async (address: string): Promise<KnownPlace | null> =>
  (await findInFile({ em: world.app.services.orm.em.fork() }, [address])).get(address) ?? null;
const order = async (more: Record<string, unknown>) =>
  ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody(more)));
const suggest = async (q: string) =>
  ok<FoundPlaces>(await world.dispatcher.get(`/api/v1/places?q=${encodeURIComponent(q)}`)).data;

const HEAD = 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n';

describe('C629 an address file is imported', () => {
  it('C629 beside a running server, which finds its addresses at once, and a second import replaces the first', async () => {
    const first = await importText(
      'one.csv',
      `${HEAD}16.37,48.2,12,Lange Gasse,,Wien,,,1080,,a\n,,3,Nowhere,,Wien,,,1080,,b\n`,
    );
    expect(first).toEqual({ addresses: 1, streets: 1, skipped: 1 });
    const made = await order({ deliveryAddress: 'Lange G. 12/3, 1080 Wien' });
    expect(made.deliveryPlace).toEqual({ lat: 48.2, lng: 16.37, precision: 'door', source: 'file' });
    const quote = ok<Quote>(
      await world.dispatcher.post('/api/v1/quotes', quoteBody({ pickupAddress: 'Lange Gasse 12, 1080 Wien' })),
    );
    expect(quote.pickupPlace).toMatchObject({ lat: 48.2, source: 'file' });
    await importText('two.csv', `${HEAD}16.4,48.3,12,Lange Gasse,,Wien,,,1080,,a\n`);
    expect(ok<Order>(await world.dispatcher.get(`/api/v1/orders/${made.id}`)).deliveryPlace).toMatchObject({
      lat: 48.3,
    });
    expect(await world.app.sql('select name, addresses from address_files')).toEqual([
      { name: 'two.csv', addresses: 1 },
    ]);
    expect(await world.app.sql('select count(*)::int as n from address_houses')).toEqual([{ n: 1 }]);
  });

  it('C629 as GeoJSON lines, packed, and from a table whose columns are named', async () => {
    const line = JSON.stringify({
      type: 'Feature',
      properties: { number: '7-9', street: 'Kirchweg', city: 'Köln', postcode: '50674' },
      geometry: { type: 'Point', coordinates: [6.9, 50.9] },
    });
    await importText('lines.geojson.gz', gzipSync(`${line}\n{"type":"Feature"}\n`));
    expect(await find('Kirchweg 8, 50674 Koeln')).toMatchObject({ lat: 50.9, lng: 6.9, precision: 'door' });
    const columns = readColumns('street=Adresse,town=Stadt,postcode=PLZahl,lat=Breite,lng=Länge');
    await importText('own.csv', 'Adresse;Stadt;PLZahl;Breite;Länge\nAm Ring 5 a;Linz;4020;48,3;14,3\n', columns);
    expect(await find('Am Ring 5a, 4020 Linz')).toMatchObject({ lat: 48.3, lng: 14.3, precision: 'door' });
  });

  it('C629 a file that is none changes nothing, and says why', async () => {
    await expect(importText('none.csv', 'a,b\n1,2\n')).rejects.toThrow(
      /no column for street and lat and lng.*It has: a, b/,
    );
    await expect(importText('empty.csv', HEAD)).rejects.toThrow('has no address');
    expect(() => readColumns('road=x')).toThrow('--columns has "road=x"');
    expect(await find('Am Ring 5a, 4020 Linz')).not.toBeNull();
  });
});

describe('addresses with slips, names and doors', () => {
  it('C781 with a slip of the pen or a shorter name, where the postcode has one such street with the house', async () => {
    await importText(
      'similar.csv',
      `${HEAD}9,45.1,8,VIA GIUSEPPE GARIBALDI,,Milano,,,20121,,a\n9,45.2,8,VIA DANTE,,Milano,,,20121,,b\n` +
        '13,52.1,4,Lerchenweg,,Berlin,,,12043,,c\n13,52.2,4,Lärchenring,,Berlin,,,12043,,d\n' +
        '13,52.3,4,Bergstraße,,Berlin,,,12043,,e\n0,51.5,7,King Edward Street,,London,,,SW1A 2AA,,f\n',
    );
    for (const text of [
      'Via G. Garibaldi 8, 20121 Milano',
      'Via Garibaldi, 8\n20121',
      'via giusepe garibaldi 8, 20121 Milan',
    ])
      expect(await find(text), text).toEqual({ lat: 45.1, lng: 9, precision: 'street', source: 'file' });
    expect(await find('Lerhcenweg 4, 12043 Berlin')).toMatchObject({ lat: 52.1, precision: 'street' });
    for (const text of [
      'Lerchenwg 9, 12043 Berlin',
      'Lechenweg 4, Berlin',
      'Burgstraße 4, 12043 Berlin',
      '7 King St, London SW1A 2AA',
    ])
      expect(await find(text), text).toBeNull();
  });

  it('C782 by the number that belongs to the street, not by one of a name, a floor or a door', async () => {
    await importText(
      'numbers-of-others.csv',
      HEAD +
        Array.from(
          { length: 60 },
          (_, at) => `9,${45 + at / 100},${at + 1},Via Renzo Piano,,Genova,,,16121,,${at}\n`,
        ).join('') +
        Array.from({ length: 60 }, (_, at) => `-73,${40 + at / 100},${at + 1},ELM AVE,,New York,,,10003,,${at}\n`).join(
          '',
        ),
    );
    for (const text of [
      'Lager 2, Via Renzo Piano 40, 16121 Genova',
      'Lager 2 Via Renzo Piano n. 40 piano 3, 16121 Genova',
    ])
      expect(await find(text), text).toMatchObject({ lat: 45.39, precision: 'door' });
    for (const text of [
      '5th Floor\n40 Elm Ave.\nNew York 10003',
      'Unit 7, #40 Elm Av, 10003',
      '40 Elm Ave Apt 3B New York',
    ])
      expect(await find(text), text).toMatchObject({ lat: 40.39, precision: 'door' });
  });
});

describe('C630 addresses as people write them', () => {
  const all = madeUpAddresses();
  beforeAll(async () => {
    await importText('world.csv', asOpenAddresses(all));
  });

  it('C780 in ten countries, as many as ever are found, and at most 1 of 200 is somewhere else', async () => {
    const { em } = world.app.services.orm;
    const tallies = await tally(all, 60, (texts) => findInFile({ em: em.fork() }, texts));
    const sum = (of: 'found' | 'wrong') => tallies.reduce((total, one) => total + one[of], 0);
    expect(tallies.map(({ country }) => country)).toEqual(countries.map(({ code }) => code));
    expect(sum('wrong'), tallies.flatMap(({ wrongly }) => wrongly).join('\n')).toBeLessThanOrEqual(3);
    expect(sum('found')).toBeGreaterThanOrEqual(552);
    for (const { country, found } of tallies) expect(found, country).toBeGreaterThanOrEqual(50);
  });

  it('C630 in another town, of a street that the file has twice, or of none are not found', async () => {
    const [one] = all.filter(({ isInFile }) => isInFile);
    const line = `${one?.street} ${one?.number}${one?.suffix}`;
    expect(await find(`${line}, 99999 Nowhere`)).toBeNull();
    expect(await find(line)).toBeNull();
    expect(await find('The Hub, 10115 Berlin')).toBeNull();
    expect(await find('1 Pickup Street')).toBeNull();
  });
});

describe('C631 addresses are offered while somebody types', () => {
  beforeAll(async () => {
    const row = (number: string, street: string, town: string, code: string, lat: number) =>
      `16,${lat},${number},"${street}",,${town},,,${code},,x\n`;
    await importText(
      'typed.csv',
      HEAD +
        row('12', 'Hauptstraße', 'Berlin', '10827', 52.1) +
        row('12a', 'Hauptstraße', 'Berlin', '10827', 52.2) +
        row('12', 'Hauptstraße', 'Bernau', '16321', 52.3) +
        row('221B', 'Baker Street', 'London', 'NW1 6XE', 51.5) +
        row('5', 'rue de la Paix', 'Paris', '75002', 48.8),
    );
  });

  it('C631 with their places, the street first and then its houses and towns', async () => {
    expect((await suggest('Hauptstra')).map(({ label }) => label)).toEqual([
      'Hauptstraße, 10827 Berlin',
      'Hauptstraße, 16321 Bernau',
    ]);
    const [first, second, ...rest] = await suggest('Hauptstr. 12 Berl');
    expect(first).toEqual({
      label: 'Hauptstraße 12, 10827 Berlin',
      address: 'Hauptstraße 12\n10827 Berlin',
      ...{ street: 'Hauptstraße', number: '12', postcode: '10827', town: 'Berlin' },
      place: { lat: 52.1, lng: 16, precision: 'door', source: 'file' },
    });
    expect(second?.label).toBe('Hauptstraße 12a, 10827 Berlin');
    expect(rest).toEqual([]);
    expect((await suggest('221b baker st lond')).map(({ address }) => address)).toEqual([
      '221B Baker Street\nLondon NW1 6XE',
    ]);
    expect((await suggest('5 rue de la pai')).map(({ label }) => label)).toEqual(['5 rue de la Paix, 75002 Paris']);
    expect(await suggest('x')).toEqual([]);
    expect((await suggest('52.5200, 13.4050'))[0]?.place).toMatchObject({ lat: 52.52, source: 'typed' });
  });

  it('C683 by the number first, by names that have one, and without flats', async () => {
    const row = (number: string, street: string, town: string, code: string, lat: number) =>
      `16,${lat},${number},"${street}",,${town},,,${code},,x\n`;
    await importText(
      'numbers.csv',
      HEAD +
        row('350', '5th Avenue', 'New York', '10118', 40.7) +
        row('350', '50th Street', 'New York', '10019', 40.8) +
        row('1', 'Straße des 17. Juni', 'Berlin', '10623', 52.51) +
        row('135', 'Straße des 17. Juni', 'Berlin', '10623', 52.52) +
        row('10', 'Downing Street', 'London', 'SW1A 2AA', 51.5) +
        row('12', 'rue de la Paix', 'Paris', '75002', 48.8) +
        row('12bis', 'rue de la Paix', 'Paris', '75002', 48.9) +
        row('3', 'rue du Bac', 'Paris', '75007', 48.7) +
        row('27', 'Boulevard Saint-Michel', 'Paris', '75005', 48.6) +
        row('12', 'Hauptstraße', 'Berlin', '10827', 52.1) +
        row('12a', 'Hauptstraße', 'Berlin', '10827', 52.2),
    );
    const labels = async (q: string) => (await suggest(q)).map(({ label }) => label);
    const fifth = '350 5th Avenue, New York 10118';
    for (const q of ['350 5th', '350 fif', '350 5', '350 fifth av', '350 5th Ave New'])
      expect(await labels(q), q).toEqual([fifth]);
    expect(await labels('Str. des 17. Juni 1')).toEqual(['Straße des 17. Juni 1, 10623 Berlin']);
    expect(await labels('straße des 17. Juni 135 Ber')).toEqual(['Straße des 17. Juni 135, 10623 Berlin']);
    expect(await labels('straße des 17')).toEqual(['Straße des 17. Juni, 10623 Berlin']);
    for (const q of ['Flat 2, 10 Downing', '10 Downing', 'Flat 2 10 Downing St Lon'])
      expect(await labels(q), q).toEqual(['10 Downing Street, London SW1A 2AA']);
    for (const q of ['12, rue de la', '12 rue de la', '12, rue de la P'])
      expect((await labels(q))[0], q).toBe('12 rue de la Paix, 75002 Paris');
    expect(await labels('rue de la')).toEqual(['rue de la Paix, 75002 Paris']);
    for (const q of ['Hauptstr. 12a', 'Hauptstr. 12 a', 'Hauptstr. 12A Ber'])
      expect((await labels(q))[0], q).toBe('Hauptstraße 12a, 10827 Berlin');
    expect(await labels('Hauptstr. 12')).toEqual(['Hauptstraße 12, 10827 Berlin', 'Hauptstraße 12a, 10827 Berlin']);
    expect(await labels('Flat 2')).toEqual([]);

    expect(await find('350 5th Ave #3301, New York, NY')).toMatchObject({ lat: 40.7, precision: 'door' });
    for (const kind of ['Bld', 'Bd', 'Boul.', 'Blvd', 'bvd.', 'Boulevard'])
      expect(await find(`27 ${kind} Saint Michel, 75005 Paris`), kind).toMatchObject({ lat: 48.6, precision: 'door' });
    for (const number of ['12bis', '12 bis', '12 BIS,', '12bis,'])
      expect(await find(`${number} rue de la Paix 75002 Paris`), number).toMatchObject({
        lat: 48.9,
        precision: 'door',
      });
  });

  it('C631 to the office and to keys with places:read, and to nobody else', async () => {
    const url = '/api/v1/places?q=Haupt';
    ok(await (await world.program('places:read')).get(url));
    expectError(await (await world.program('orders:read')).get(url), 403);
    expectError(await world.driver.get(url), 403);
    expectError(await world.visitor.get(url), 401);
  });

  it('C632 a short plus code with its town is where the code says, in an address and as a place', async () => {
    const made = await order({ deliveryAddress: '9F4G+2X Berlin', pickupPlace: '9F4G+2X Berlin' });
    expect(made.deliveryPlace).toMatchObject({ source: 'typed' });
    expect(made.pickupPlace).toMatchObject({
      source: 'pin',
      lat: made.deliveryPlace?.lat,
      lng: made.deliveryPlace?.lng,
    });
    const refused = await world.dispatcher.put(`/api/v1/orders/${made.id}`, { pickupPlace: '9F4G+2X Atlantis' });
    expect(expectError(refused, 400).issues).toMatchObject([{ path: 'pickupPlace' }]);
  });
});
