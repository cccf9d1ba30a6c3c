import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Deliveries and attempts that the office took back as mistakes, and what a cancelled order was before. */
export class Corrections extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "orders" add column "corrected_at" timestamptz(3) null;`);
    this.addSql(`alter table "orders" add column "cancelled_from" text null;`);
    this.addSql(
      `update "orders" o set "cancelled_from" = (select h.from_status from "history" h where h.subject = 'order' and h.subject_id = o.id and h.to_status = 'cancelled' order by h.id desc limit 1) where o.status = 'cancelled';`,
    );
    this.addSql(`alter table "attempts" add column "corrected_at" timestamptz(3) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "attempts" drop column "corrected_at";`);
    this.addSql(`alter table "orders" drop column "cancelled_from";`);
    this.addSql(`alter table "orders" drop column "corrected_at";`);
  }
}
