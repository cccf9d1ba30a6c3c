import { Migration } from '@mikro-orm/migrations';

/**
 * When an order is promised, in how many parcels, and what the office writes about it; the indexes of the lists that
 * ask for this.
 */
export class OrderWindows extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`set local statement_timeout = 0;`);
    this.addSql(`alter table "orders" add "driver_notes" text null, add "office_notes" text null, add "parcels" int null, add "on_account" boolean not null default false, add "pickup_from" timestamptz(3) null, add "pickup_to" timestamptz(3) null, add "delivery_from" timestamptz(3) null, add "delivery_to" timestamptz(3) null;`);
    this.addSql(`alter table "orders" add constraint "orders_parcels_check" check (parcels >= 1 and parcels <= 999);`);
    this.addSql(`alter table "orders" add constraint "orders_pickup_window_check" check ((pickup_from is null) = (pickup_to is null) and pickup_to >= pickup_from);`);
    this.addSql(`alter table "orders" add constraint "orders_delivery_window_check" check ((delivery_from is null) = (delivery_to is null) and delivery_to >= delivery_from);`);
    this.addSql(`create index "orders_planned" on "orders" (coalesce("delivery_from", "delivery_date", "pickup_from"), "id");`);
    this.addSql(`create index "orders_of_driver_planned" on "orders" ("driver_id", coalesce("delivery_from", "delivery_date", "pickup_from"), "id");`);
    this.addSql(`create index "orders_due" on "orders" (coalesce("delivery_to", "delivery_date", "pickup_to")) where status in ('pending', 'assigned', 'picked_up', 'in_transit');`);
    this.addSql(`create index "orders_unassigned" on "orders" ("created_at" desc, "id" desc) where driver_id is null and status in ('pending', 'assigned', 'picked_up', 'in_transit');`);

    this.addSql(`alter table "late_evidence" drop constraint "late_evidence_after_check";`);
    this.addSql(`alter table "late_evidence" add constraint "late_evidence_after_check" check (after in ('cancelled', 'delivered', 'moved_on', 'reassigned', 'code_replaced', 'deleted', 'unassigned'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "orders" drop column "driver_notes", drop column "office_notes", drop column "parcels", drop column "on_account", drop column "pickup_from", drop column "pickup_to", drop column "delivery_from", drop column "delivery_to";`);

    this.addSql(`alter table "late_evidence" drop constraint "late_evidence_after_check";`);
    this.addSql(`update "late_evidence" set "after" = 'reassigned' where "after" = 'unassigned';`);
    this.addSql(`alter table "late_evidence" add constraint "late_evidence_after_check" check (after in ('cancelled', 'delivered', 'moved_on', 'reassigned', 'code_replaced', 'deleted'));`);
  }

}
