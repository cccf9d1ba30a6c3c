import { defineEntity, p } from '@mikro-orm/core';

/** The address file that is in use, in at most one row: `npm run addresses -- import` replaces it. */
export const AddressFile = defineEntity({
  name: 'AddressFile',
  tableName: 'address_files',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.text(),
    /** How many addresses it has. */
    addresses: p.integer(),
    importedAt: p.datetime(3),
  },
});

/** A street of a town, as often as it has postcodes; what it is found by is made by address-words.ts. */
export const AddressStreet = defineEntity({
  name: 'AddressStreet',
  tableName: 'address_streets',
  properties: {
    id: p.integer().primary().autoincrement(false),
    streetKey: p.text(),
    townKey: p.text(),
    codeKey: p.text(),
    street: p.text(),
    town: p.text(),
    postcode: p.text(),
    /** Its middle, and how far it reaches, in kilometres. */
    lat: p.double(),
    lng: p.double(),
    reach: p.double(),
    houses: p.integer(),
  },
  indexes: [
    {
      name: 'address_streets_code',
      expression: 'create index "address_streets_code" on "address_streets" ("street_key" collate "C", "code_key")',
    },
    {
      name: 'address_streets_town',
      expression: 'create index "address_streets_town" on "address_streets" ("street_key" collate "C", "town_key")',
    },
    { name: 'address_streets_of_town', properties: ['townKey'] },
    { name: 'address_streets_of_code', properties: ['codeKey'] },
  ],
});

/** A house of a street. */
export const AddressHouse = defineEntity({
  name: 'AddressHouse',
  tableName: 'address_houses',
  properties: {
    streetId: p.integer().primary(),
    at: p.integer().primary(),
    number: p.text(),
    /** A range has two; a number alone is from and to itself. */
    numberFrom: p.integer(),
    numberTo: p.integer(),
    letter: p.text(),
    lat: p.double(),
    lng: p.double(),
  },
});

/** What was found of an address, or that nothing was: asked once, and kept. */
export const AddressPlace = defineEntity({
  name: 'AddressPlace',
  tableName: 'address_places',
  properties: {
    /** md5 of the address in small letters, as the indexes of orders have it. */
    addressHash: p.text().primary(),
    /** Null: nothing was found. */
    lat: p.double().nullable(),
    lng: p.double().nullable(),
    precision: p.text().nullable(),
    source: p.text().nullable(),
    /** How often the map service was asked, and when it is asked again. */
    tries: p.integer(),
    nextAt: p.datetime(3).nullable(),
    readAt: p.datetime(3),
  },
});

/** The map service: one turn of all processes after the other, and what it answered last. */
export const MapService = defineEntity({
  name: 'MapService',
  tableName: 'map_services',
  properties: {
    /** `geocoder` or `routing`. */
    kind: p.text().primary(),
    /** Nobody asks it before. */
    nextAt: p.datetime(3),
    /** Since when it fails, in its own or our words; null while it answers. */
    failingSince: p.datetime(3).nullable(),
    problem: p.text().nullable(),
    answeredAt: p.datetime(3).nullable(),
  },
});

/** Ways from one place to others, as the routing service answered them; kept for a day. */
export const TravelWay = defineEntity({
  name: 'TravelWay',
  tableName: 'travel_ways',
  properties: {
    /** The place it begins at: latitude and longitude with five decimals. */
    origin: p.text().primary(),
    /** Seconds and metres by place. */
    ways: p.json<Record<string, [number, number]>>(),
    readAt: p.datetime(3),
  },
});
