import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** How customers and recipients rated their deliveries. */
export class Ratings extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "ratings" ("id" serial primary key, "order_id" int not null, "by" text not null, "stars" int not null, "words" text null, "corrected_at" timestamptz(3) null, "created_at" timestamptz(3) not null, constraint "ratings_by_check" check ("by" in ('customer', 'recipient')), constraint "ratings_stars_check" check (stars between 1 and 5));`,
    );
    this.addSql(
      `alter table "ratings" add constraint "ratings_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    );
    this.addSql(`create index "ratings_order_id_index" on "ratings" ("order_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "ratings";`);
  }
}
