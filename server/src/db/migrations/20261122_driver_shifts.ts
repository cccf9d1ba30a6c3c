import { Migration } from '@mikro-orm/migrations';

/** When a driver began and ended the day. */
export class DriverShifts extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "driver_days" add "started_at" timestamptz(3) null, add "ended_at" timestamptz(3) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "driver_days" drop column "started_at", drop column "ended_at";`);
  }

}
