import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Claims of the person at the delivery. */
export class RecipientClaims extends Migration {
  override up(): void | Promise<void> {
    this.#allow(`'customer', 'recipient', 'staff'`);
  }

  override down(): void | Promise<void> {
    this.addSql(`update "incidents" set "opened_by" = 'customer' where "opened_by" = 'recipient';`);
    this.#allow(`'customer', 'staff'`);
  }

  #allow(openers: string): void {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "incidents" drop constraint "incidents_opened_by_check", add constraint "incidents_opened_by_check" check (opened_by in (${openers})) not valid;`,
    );
  }
}
