import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** The key that made a calendar: what the history knows of it is carried over. */
export class CalendarKeys extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "calendars" add "key_id" int null;');
    this.addSql(
      `update calendars f set key_id = h.actor_id from history h
        where h.action in ('user.calendar_made', 'customer.calendar_made') and h.detail = '#' || f.id and h.actor_kind = 'key';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('alter table "calendars" drop column "key_id";');
  }
}
