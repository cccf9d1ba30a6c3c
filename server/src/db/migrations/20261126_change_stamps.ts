import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const tables = ['customers', 'orders', 'quotes'];

/**
 * When a row changed, by the clock of the database, later than the beginning of its transaction: what programs ask for
 * with updatedSince (db/settled.ts). The transaction has its id first, so that it is seen as open from that moment on.
 */
export class ChangeStamps extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`create function stamp_change() returns trigger language plpgsql as $$
      begin
        perform pg_current_xact_id();
        new.updated_at := greatest(new.updated_at, date_trunc('milliseconds', clock_timestamp()));
        return new;
      end $$;`);
    for (const table of tables) {
      this.addSql(
        `create trigger ${table}_made before insert on ${table} for each row execute function stamp_change();`,
      );
      this.addSql(
        `create trigger ${table}_stamped before update on ${table} for each row
          when (old.updated_at is distinct from new.updated_at or old.version is distinct from new.version) execute function stamp_change();`,
      );
    }
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const table of tables) {
      this.addSql(`drop trigger ${table}_stamped on ${table};`);
      this.addSql(`drop trigger ${table}_made on ${table};`);
    }
    this.addSql(`drop function stamp_change();`);
  }
}
