import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const BASIS = `check (basis in ('window', 'learned', 'under_way'))`;

/** When deliveries are expected: what was learned, what is shown now, and what was promised. */
export class Etas extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "eta_learned" ("id" int not null, "model" jsonb null, "learned_at" timestamptz(3) not null, primary key ("id"), constraint "eta_learned_id_check" check (id = 1));`,
    );
    this.addSql(
      `create table "etas" ("order_id" int not null, "driver_id" int not null, "planned_for" timestamptz(3) not null, "from_at" timestamptz(3) not null, "to_at" timestamptz(3) not null, "basis" text not null, "stops_before" int not null, "updated_at" timestamptz(3) not null, primary key ("order_id"), constraint "etas_basis_check" ${BASIS});`,
    );
    this.addSql(
      `create table "eta_promises" ("id" serial primary key, "order_id" int not null, "promised_at" timestamptz(3) not null, "from_at" timestamptz(3) not null, "to_at" timestamptz(3) not null, "basis" text not null, "stops_before" int not null, "width" double precision not null, "reached_at" timestamptz(3) null, constraint "eta_promises_basis_check" ${BASIS});`,
    );
    for (const table of ['etas', 'eta_promises'])
      this.addSql(
        `alter table "${table}" add constraint "${table}_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
      );
    this.addSql(`create index "eta_promises_order_id_index" on "eta_promises" ("order_id");`);
    this.addSql(`create index "eta_promises_reached" on "eta_promises" ("reached_at") where reached_at is not null;`);
    this.addSql(`create index "eta_promises_open" on "eta_promises" ("order_id") where reached_at is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of ['eta_promises', 'etas', 'eta_learned']) this.addSql(`drop table "${table}";`);
  }
}
