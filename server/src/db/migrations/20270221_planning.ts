import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What plans go by: vehicles and hours of drivers, what orders weigh and need, and a day's own hours. */
export class Planning extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "users" add "vehicle" jsonb null, add "starts_from" text null, add "ends_at" text null, add "skills" jsonb not null default '[]', add "working_hours" jsonb null;`,
    );
    this.addSql(
      `alter table "driver_days" add "planned_from" timestamptz(3) null, add "planned_to" timestamptz(3) null, add "breaks" jsonb not null default '[]';`,
    );
    this.addSql(
      `alter table "orders" add "weight_kg" numeric(9,3) null, add "needs" jsonb not null default '[]', add "fixed_stops" jsonb not null default '[]';`,
    );
    this.addSql(`alter table "quotes" add "weight_kg" numeric(9,3) null, add "needs" jsonb not null default '[]';`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "quotes" drop column "weight_kg", drop column "needs";`);
    this.addSql(`alter table "orders" drop column "weight_kg", drop column "needs", drop column "fixed_stops";`);
    this.addSql(`alter table "driver_days" drop column "planned_from", drop column "planned_to", drop column "breaks";`);
    this.addSql(
      `alter table "users" drop column "vehicle", drop column "starts_from", drop column "ends_at", drop column "skills", drop column "working_hours";`,
    );
  }
}
