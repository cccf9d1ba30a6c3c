import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Who a PIN was sent to. Until now that was always the customer. */
export class PinReaders extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "order_pins" add column "reader" text not null default 'customer', add column "sent_to" text null;`,
    );
    this.addSql(
      `alter table "order_pins" add constraint "order_pins_reader_check" check (reader in ('customer', 'recipient')) not valid;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "order_pins" drop column "reader", drop column "sent_to";`);
  }
}
