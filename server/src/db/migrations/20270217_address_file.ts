import { Migration } from '@mikro-orm/migrations';

/** The company's address file, what was found of addresses, and what map services answered. */
export class AddressFileTables extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "address_files" ("id" int not null, "name" text not null, "addresses" int not null, "imported_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `create table "address_streets" ("id" int not null, "street_key" text not null, "town_key" text not null, "code_key" text not null, "street" text not null, "town" text not null, "postcode" text not null, "lat" double precision not null, "lng" double precision not null, "reach" double precision not null, "houses" int not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "address_streets_code" on "address_streets" ("street_key" collate "C", "code_key");`,
    );
    this.addSql(
      `create index "address_streets_town" on "address_streets" ("street_key" collate "C", "town_key");`,
    );
    this.addSql(`create index "address_streets_of_town" on "address_streets" ("town_key");`);
    this.addSql(
      `create table "address_houses" ("street_id" int not null, "at" int not null, "number" text not null, "number_from" int not null, "number_to" int not null, "letter" text not null, "lat" double precision not null, "lng" double precision not null, primary key ("street_id", "at"));`,
    );
    this.addSql(
      `create table "address_places" ("address_hash" text not null, "lat" double precision null, "lng" double precision null, "precision" text null, "source" text null, "tries" int not null, "next_at" timestamptz(3) null, "read_at" timestamptz(3) not null, primary key ("address_hash"));`,
    );
    this.addSql(
      `create table "map_services" ("kind" text not null, "next_at" timestamptz(3) not null, "failing_since" timestamptz(3) null, "problem" text null, "answered_at" timestamptz(3) null, primary key ("kind"));`,
    );
    this.addSql(
      `create table "travel_ways" ("origin" text not null, "ways" jsonb not null, "read_at" timestamptz(3) not null, primary key ("origin"));`,
    );
  }

  override down(): void | Promise<void> {
    for (const table of ['travel_ways', 'map_services', 'address_places', 'address_houses', 'address_streets', 'address_files'])
      this.addSql(`drop table "${table}";`);
  }
}
