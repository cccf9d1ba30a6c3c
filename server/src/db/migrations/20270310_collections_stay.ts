import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Money that was taken at the door stays in the driver's day when its order is deleted. */
export class CollectionsStay extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "collections" drop constraint "collections_order_id_foreign";`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`delete from "collections" k where not exists (select from "orders" o where o."id" = k."order_id");`);
    this.addSql(
      `alter table "collections" add constraint "collections_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
  }
}
