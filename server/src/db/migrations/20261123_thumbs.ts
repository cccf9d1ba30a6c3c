import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What the small version of a photo is, where it is not what the photo is. */
export class Thumbs extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "stored_files" add "thumb_type" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "stored_files" drop column "thumb_type";`);
  }
}
