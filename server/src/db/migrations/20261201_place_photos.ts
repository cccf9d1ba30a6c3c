import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** A photo of the place where a delivery may be left. */
export class PlacePhotos extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "delivery_requests" add column "photo_url" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "delivery_requests" drop column "photo_url";`);
  }
}
