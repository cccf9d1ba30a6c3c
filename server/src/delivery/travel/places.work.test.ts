import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  type GeocoderKind,
  type KnownAddress,
  type MapCounterpart,
  startMapServices,
} from '../../../test/support/counterparts/map-services.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { askGeocoder } from '../../company/places/geocoder/geocoder.ts';
import { tendPlaces } from './places.work.ts';

let app: TestApp;
let service: MapCounterpart;
const home: KnownAddress = {
  ...{ street: 'Ringstraße', number: '5', town: 'Wien', postcode: '1010', country: 'AT', lat: 48.2, lng: 16.37 },
};
beforeAll(async () => {
  service = await startMapServices();
  app = await createTestApp({ GEOCODER_URL: service.url, GEOCODER_PER_SECOND: 20, BUSINESS_COUNTRY: 'AT' });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(() => {
  service.asked.length = 0;
  service.state.mode = 'answers';
  service.state.known = [home];
});
const create = async (deliveryAddress: string) =>
  ok<Order>(
    await (await app.as('dispatcher')).post(
      '/api/v1/orders',
      orderBody({ pickupAddress: '48.2101, 16.3801', deliveryAddress }),
    ),
  );
const placeOf = async ({ id }: Order) =>
  ok<Order>(await (await app.as('dispatcher')).get(`/api/v1/orders/${id}`)).deliveryPlace;
const rows = () =>
  app.sql<{ source: string | null; tries: number; minutes: number }>(
    'select source, tries, round(extract(epoch from next_at - read_at) / 60)::int as minutes from address_places where source is null order by tries desc',
  );

describe('C633 the geocoder', () => {
  it.each<GeocoderKind>(['photon', 'nominatim', 'pelias'])(
    'C633 %s is understood as it documents its answers',
    async (kind) => {
      const config = { ...app.services.config, GEOCODER_KIND: kind };
      const place = { lat: 48.2, lng: 16.37, precision: 'door', source: 'service' };
      expect(await askGeocoder(config, 'Ringstr. 5/12\n1010 Wien')).toEqual(place);
      expect(service.asked[0]).toContain('Ringstr.');
      service.state.known = [{ ...home, number: '' }];
      expect(await askGeocoder(config, 'Ringstr. 5, 1010 Wien')).toEqual({ ...place, precision: 'street' });
    },
  );

  it('C633 that means another town, country, street or house is refused', async () => {
    const { config } = app.services;
    const others: Partial<KnownAddress>[] = [
      { town: 'Graz', postcode: '8010' },
      { country: 'DE', postcode: '1011' },
      { street: 'Ringgasse' },
      { number: '7' },
      { lat: 480 },
    ];
    for (const other of others) {
      service.state.known = [{ ...home, ...other }];
      expect(await askGeocoder(config, 'Ringstr. 5, 1010 Wien'), JSON.stringify(other)).toBeNull();
    }
    service.state.known = [{ ...home, country: 'DE' }];
    expect(await askGeocoder(config, 'Ringstr. 5, 1010 Wien, Österreich')).toBeNull();
    service.state.known = [{ ...home, town: 'Graz', postcode: '8010' }, home];
    expect(await askGeocoder(config, 'Ringstr. 5, 1010 Wien')).toMatchObject({ lat: 48.2 });
  });

  it('C633 across a border is taken with its town and a postcode as its country has them, and else refused', async () => {
    const config = { ...app.services.config, BUSINESS_COUNTRY: 'DE' };
    const written = 'Ringstr. 5, 10115 Berlin';
    service.state.known = [{ ...home, town: 'Berlin', postcode: '10115', country: 'AT' }];
    expect(await askGeocoder(config, written)).toBeNull();
    service.state.known = [{ ...home, town: 'Berlin', postcode: '10115', country: 'DE' }];
    expect(await askGeocoder(config, written)).toMatchObject({ precision: 'door' });
    service.state.known = [home];
    expect(await askGeocoder(config, 'Ringstr. 5, 1010 Wien')).toMatchObject({ precision: 'door' });
    expect(await askGeocoder(config, 'Ringstr. 5, Wien')).toBeNull();
    expect(await askGeocoder(config, 'Ringstr. 5, 1010 Linz')).toBeNull();
    expect(await askGeocoder(config, 'Ringstr. 5, 1010 Wien, Germany')).toBeNull();
  });

  it('C634 is asked by the worker alone, and its answers are kept', async () => {
    const order = await create('Ringstraße 5, 1010 Wien');
    expect(await placeOf(order)).toBeNull();
    expect(service.asked).toEqual([]);
    await tendPlaces(app.services);
    expect(await placeOf(order)).toEqual({ lat: 48.2, lng: 16.37, precision: 'door', source: 'service' });
    const { length } = service.asked;
    await tendPlaces(app.services);
    expect(service.asked).toHaveLength(length);
    // Coordinates are a place themselves.
    expect(service.asked.join()).not.toContain('48.21');
  });

  it('C680 is asked for a new address, however many are known otherwise and were due before', async () => {
    await app.sql('delete from address_places');
    await create('Ringstraße 5, 1010 Wien');
    await app.sql(
      `insert into customer_addresses (customer_id, use, address, created_at)
       select c.id, 'pickup', 'Dock ' || n || ', Harbour', now()
       from (select min(id) as id from customers) c, generate_series(1, 401) n`,
    );
    await app.sql(
      `insert into address_pins (address_hash, lat, lng, created_at)
       select md5(lower(address)), 48, 16, now() from customer_addresses where address like 'Dock %'`,
    );
    await tendPlaces(app.services);
    expect(service.asked.join()).toContain('Ringstra');
    expect(service.asked.join()).not.toContain('Dock');
    // Where the pin is forgotten it is asked for again.
    const pinned = await create('Dock 7, Harbour');
    ok(await (await app.as('dispatcher')).put(`/api/v1/orders/${pinned.id}`, { deliveryPlace: null }));
    await tendPlaces(app.services);
    expect(service.asked.join()).toContain('Dock');
  });

  it('C634 is asked one at a time at the pace that is allowed, whichever process asks', async () => {
    for (const house of [11, 12, 13, 14]) await create(`Ringstraße ${house}, 1010 Wien`);
    const began = performance.now();
    await Promise.all([tendPlaces(app.services), tendPlaces(app.services)]);
    expect(performance.now() - began).toBeGreaterThan((service.asked.length - 1) * 50 - 5);
    expect(service.asked.length).toBeGreaterThanOrEqual(4);
  });

  it.each(['down', 'wrong'] as const)(
    'C635 that is %s is asked again later, with growing pauses, and the doctor says so',
    async (mode) => {
      service.state.mode = mode;
      await app.sql('delete from address_places');
      await create(`Ringstraße 21, 1010 Wien`);
      await tendPlaces(app.services);
      expect(service.asked).toHaveLength(1);
      expect((await rows())[0]).toMatchObject({ tries: 1, minutes: 1 });
      await app.sql('update address_places set next_at = read_at where tries > 0');
      await app.sql(`update address_places set next_at = read_at + interval '1 day' where tries = 0`);
      await tendPlaces(app.services);
      expect((await rows())[0]).toMatchObject({ tries: 2, minutes: 5 });
      const [state] = await app.sql<{ problem: string; failing: boolean }>(
        `select problem, failing_since is not null as failing from map_services where kind = 'geocoder'`,
      );
      expect(state).toMatchObject({ failing: true });
      expect(state?.problem).toMatch(mode === 'down' ? /answered 503/ : /none of photon/);
    },
  );
});
