import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What calls of keys sent that nothing knows. */
export class UnknownFields extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "api_key_calls" add "unknown_fields" text[] null;');
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "api_key_calls" drop column "unknown_fields";');
  }
}
