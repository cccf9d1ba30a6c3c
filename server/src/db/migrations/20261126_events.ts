import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What happened, as programs read it: each event in its object's order, and its place in the feed. */
export class Events extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "events" ("id" serial primary key, "event_id" text not null, "type" text not null, "object_type" text not null, "object_id" int not null, "sequence" int not null, "customer_id" int null, "at" timestamptz(3) not null, "data" json null, "position" int null);`,
    );
    this.addSql(`alter table "events" add constraint "events_event_id_unique" unique ("event_id");`);
    this.addSql(
      `create table "event_counters" ("object_type" text not null, "object_id" int not null, "sequence" int not null, primary key ("object_type", "object_id"));`,
    );
    this.addSql(`create sequence "event_positions";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop sequence "event_positions";`);
    this.addSql(`drop table "event_counters";`);
    this.addSql(`drop table "events";`);
  }
}
