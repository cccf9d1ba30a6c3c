import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Reports that are mailed by a rule, and whom to. */
export class SavedReports extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "saved_reports" ("id" serial primary key, "name" text not null, "report" text not null, "query" jsonb not null, "rule" text not null, "starts_on" date not null, "format" text not null, "is_on" boolean not null default true, "reads_money" boolean not null, "next_on" date null, "last_sent_at" timestamptz(3) null, "problem" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, constraint "saved_reports_format_check" check (format in ('pdf', 'xlsx')));`,
    );
    this.addSql(
      `create table "report_recipients" ("id" serial primary key, "report_id" int not null, "user_id" int null, "customer_id" int null, "email" text null, constraint "report_recipients_one" check (num_nonnulls(user_id, customer_id, email) = 1));`,
    );
    for (const [column, table] of [
      ['report_id', 'saved_reports'],
      ['user_id', 'users'],
      ['customer_id', 'customers'],
    ]) {
      this.addSql(`create index "report_recipients_${column}_index" on "report_recipients" ("${column}");`);
      this.addSql(
        `alter table "report_recipients" add constraint "report_recipients_${column}_foreign" foreign key ("${column}") references "${table}" ("id") on delete cascade;`,
      );
    }
    // Revenue is invoiced by the day of issue.
    // The mail with a report says which.
    this.addSql(`alter table "emails" add column "report" jsonb null;`);
    this.addSql(`alter table "emails" drop constraint if exists "emails_attachment_check";`);
    this.addSql(
      `alter table "emails" add constraint "emails_attachment_check" check (attachment is null or attachment in ('proof', 'invoice', 'report')) not valid;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`update "emails" set attachment = null where attachment = 'report';`);
    this.addSql(`alter table "emails" drop constraint if exists "emails_attachment_check";`);
    this.addSql(
      `alter table "emails" add constraint "emails_attachment_check" check (attachment is null or attachment in ('proof', 'invoice')) not valid;`,
    );
    this.addSql(`alter table "emails" drop column "report";`);
    for (const table of ['report_recipients', 'saved_reports']) this.addSql(`drop table "${table}";`);
  }
}
