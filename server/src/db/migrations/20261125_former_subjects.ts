import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/**
 * The owner of a deleted quote or order while history and mails still mention it; and messages that wait for the next
 * mail to the office.
 */
export class FormerSubjects extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "former_subjects" ("subject" text not null, "subject_id" int not null, "customer_id" int null, "email" text not null, "at" timestamptz(3) not null, primary key ("subject", "subject_id"));`,
    );
    this.addSql(
      `create table "waiting_words" ("id" serial primary key, "quote_id" int not null, "trigger" text not null, "words" jsonb not null, "at" timestamptz(3) not null);`,
    );
    this.addSql(`create index "waiting_words_of_quote" on "waiting_words" ("quote_id", "trigger", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "waiting_words";`);
    this.addSql(`drop table "former_subjects";`);
  }
}
