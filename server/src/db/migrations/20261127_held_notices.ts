import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The old rule takes no held mail; not read again for the rows that are there. */
const statuses = (values: string) => [
  `alter table "emails" drop constraint "emails_status_check";`,
  `alter table "emails" add constraint "emails_status_check" check (status in (${values})) not valid;`,
];
const before = `'queued', 'kept', 'sent', 'failed'`;

const wordsOf = (time: string) =>
  `Hello {{customerName}},\n\nYour driver will pick up your delivery and take it to its destination.\n\nTracking number: {{trackingNumber}}\nDriver: {{driverName}}\nDelivery on: {{deliveryDate}}${time}\n\nTrack your delivery: {{trackingUrl}}`;
const TIME = '\nTime: {{plannedWindow}}';
/** The mail of a driver says the time, where nobody has edited it; a version like any other change. */
const replaceText = (from: string, to: string) => `with updated as (
    update "email_templates" set "content" = '${to}', "version" = "version" + 1, "updated_at" = now()
    where "trigger" = 'driver_assigned' and "subject" = '{{driverName}} is your driver for delivery {{trackingNumber}}' and "content" = '${from}'
    returning *)
  insert into "template_versions" ("template_id", "version", "name", "type", "trigger", "subject", "content", "saved_at", "saved_by")
  select "id", "version", "name", "type", "trigger", "subject", "content", now(), 'QuickFleet' from updated;`;

/** Notices about planning that wait for more changes, and the mails that they will be. */
export class HeldNotices extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "emails" add column "send_at" timestamptz(3) null, add column "held_for" text null, add column "order_ids" int[] null;`);
    for (const sql of statuses(`${before}, 'held'`)) this.addSql(sql);
    this.addSql(
      `create table "held_notices" ("id" serial primary key, "kind" text not null, "held_for" text not null, "order_id" int not null, "driver_id" int null, "told" jsonb not null, "due_at" timestamptz(3) not null, "cap_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, constraint "held_notices_kind_check" check (kind in ('customer', 'driver')));`,
    );
    this.addSql(
      `alter table "held_notices" add constraint "held_notices_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "held_notices" add constraint "held_notices_driver_id_foreign" foreign key ("driver_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(replaceText(wordsOf(''), wordsOf(TIME)));
    this.addSql(`create index "held_notices_order_id_index" on "held_notices" ("order_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(replaceText(wordsOf(TIME), wordsOf('')));
    this.addSql(`drop table "held_notices";`);
    this.addSql(`update "emails" set "status" = 'kept' where "status" = 'held';`);
    for (const sql of statuses(before)) this.addSql(sql);
    this.addSql(`alter table "emails" drop column "order_ids", drop column "held_for", drop column "send_at";`);
  }
}
