import { Migration } from '@mikro-orm/migrations';

/** What the office writes about a quote, an order or a customer. */
export class OfficeNotes extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "office_notes" ("id" serial primary key, "subject" text not null, "subject_id" int not null, "text" text not null, "author_id" int null, "author_name" text not null, "created_at" timestamptz(3) not null);`);
    this.addSql(`create index "office_notes_author_id_index" on "office_notes" ("author_id");`);
    this.addSql(`create index "office_notes_of_subject" on "office_notes" ("subject", "subject_id", "id");`);
    this.addSql(`alter table "office_notes" add constraint "office_notes_subject_check" check (subject in ('quote', 'order', 'customer'));`);
    this.addSql(`alter table "office_notes" add constraint "office_notes_author_id_foreign" foreign key ("author_id") references "users" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "office_notes" cascade;`);
  }

}
