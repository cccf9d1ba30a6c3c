import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Two words of Hebrew in a row, as a quotation mark inside a word left them. */
const PARTED = `words ~ '[\u05d0-\u05ea] [\u05d0-\u05ea]'`;

/** Hebrew words with a quotation mark inside are one word now: their rows lose what they were found by, and are read again. */
export class HebrewMarks extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of ['customers', 'emails', 'orders', 'quotes'])
      this.addSql(`update "${table}" set words = null where ${PARTED};`);
  }

  override down(): void | Promise<void> {
    this.addSql('select 1;');
  }
}
