import { Migration } from '@mikro-orm/migrations';

/** Where addresses are, as somebody set it. */
export class AddressPins extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "address_pins" ("address_hash" text not null, "lat" double precision not null, "lng" double precision not null, "created_at" timestamptz(3) not null, primary key ("address_hash"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "address_pins";`);
  }
}
