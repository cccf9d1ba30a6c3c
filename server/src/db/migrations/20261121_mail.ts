import { Migration } from '@mikro-orm/migrations';

export class Mail extends Migration {

  override name = 'Migration20261121104540_mail';

  override up(): void | Promise<void> {
    this.addSql(`create table "template_versions" ("id" serial primary key, "template_id" int not null, "version" int not null, "name" text not null, "type" text not null, "trigger" text not null, "subject" text not null, "content" text not null, "saved_at" timestamptz(3) not null, "saved_by" text not null);`);
    this.addSql(`alter table "template_versions" add constraint "template_versions_once" unique ("template_id", "version");`);

    this.addSql(`alter table "emails" add "last_tried_at" timestamptz(3) null;`);
    this.addSql(`create index "emails_waiting" on "emails" ("created_at") where status = 'queued';`);
    this.addSql(`create index "emails_to_mailbox" on "emails" (lower(split_part(split_part("recipient", '@', 1), '+', 1) || '@' || split_part("recipient", '@', 2)), "created_at");`);

    // What the templates say now is their first version; who wrote it was not kept until today.
    this.addSql(`insert into "template_versions" ("template_id", "version", "name", "type", "trigger", "subject", "content", "saved_at", "saved_by") select "id", "version", "name", "type", "trigger", "subject", "content", "updated_at", 'Unknown' from "email_templates";`);

    this.addSql(`alter table "template_versions" add constraint "template_versions_template_id_foreign" foreign key ("template_id") references "email_templates" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "template_versions" cascade;`);

    this.addSql(`drop index "emails_waiting";`);
    this.addSql(`drop index "emails_to_mailbox";`);
    this.addSql(`alter table "emails" drop column "last_tried_at";`);
  }

}
