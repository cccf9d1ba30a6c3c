import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const SAME = String.raw`md5(btrim(regexp_replace(lower(a.address), '[\s,;]+', ' ', 'g')))`;

/** Pins are found by their address with other blanks, commas and lines too; those of orders get it here. */
export class AddressPinTexts extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "address_pins" add column "same_hash" text null;`);
    this.addSql(
      `update "address_pins" p set "same_hash" = (select ${SAME} from (
         (select pickup_address as address from orders where md5(lower("pickup_address")) = p.address_hash limit 1)
         union all (select delivery_address from orders where md5(lower("delivery_address")) = p.address_hash limit 1)) a limit 1);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "address_pins" drop column "same_hash";`);
  }
}
