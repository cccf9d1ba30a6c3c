import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const sources = {
  customers: ['name', 'email', 'phone', 'company', 'external_id', 'metadata'],
  emails: ['recipient', 'subject'],
  orders: [
    'tracking_number',
    'pickup_address',
    'delivery_address',
    'customer_name',
    'customer_company',
    'customer_phone',
    'customer_email',
    'pickup_contact',
    'delivery_contact',
    'external_id',
    'metadata',
  ],
  quotes: [
    'pickup_address',
    'delivery_address',
    'customer_name',
    'customer_company',
    'customer_phone',
    'customer_email',
    'pickup_contact',
    'delivery_contact',
    'external_id',
    'metadata',
  ],
} as const;
const rowOf = (row: string, columns: readonly string[]) =>
  `(${columns.map((column) => `${row}."${column}"`).join(', ')})`;

/**
 * What rows are found by. `migrate()` fills it, batch by batch. What is changed without its words, by the release before
 * or by a statement, loses them, and the job of a minute reads it again.
 */
export class Words extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of Object.keys(sources)) this.addSql(`alter table "${table}" add column "words" text null;`);
    this.addSql(`create function forget_words() returns trigger language plpgsql as $$
      begin
        new.words := null;
        return new;
      end $$;`);
    for (const [table, columns] of Object.entries(sources))
      this.addSql(`create trigger "${table}_forget_words" before update on "${table}" for each row
        when (new.words is not null and new.words is not distinct from old.words
          and ${rowOf('new', columns)} is distinct from ${rowOf('old', columns)})
        execute function forget_words();`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of Object.keys(sources)) {
      this.addSql(`drop trigger "${table}_forget_words" on "${table}";`);
      this.addSql(`alter table "${table}" drop column "words";`);
    }
    this.addSql('drop function forget_words();');
  }
}
