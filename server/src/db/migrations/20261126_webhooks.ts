import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Programs of others that are notified of events, and what was sent to them. */
export class Webhooks extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "webhooks" ("id" serial primary key, "url" text not null, "events" jsonb not null, "description" text null, "is_active" boolean not null, "payload" text not null, "reads_evidence" boolean not null, "disabled_reason" text null, "secret_sealed" text not null, "old_secret_sealed" text null, "old_secret_until" timestamptz(3) null, "from_position" int not null, "failing_since" timestamptz(3) null, "hold_until" timestamptz(3) null, "created_by_name" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1, constraint "webhooks_payload_check" check (payload in ('full', 'thin')));`,
    );
    this.addSql(
      `create table "webhook_deliveries" ("id" serial primary key, "webhook_id" int not null, "event_id" int not null, "object_type" text not null, "object_id" int not null, "state" text not null, "is_replay" boolean not null, "tries" int not null default 0, "attempts" jsonb not null, "status" int null, "answer" text null, "answer_ms" int null, "error" text null, "created_at" timestamptz(3) not null, "last_tried_at" timestamptz(3) null, "next_try_at" timestamptz(3) null, constraint "webhook_deliveries_state_check" check (state in ('pending', 'delivered', 'failed')));`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_webhook_id_foreign" foreign key ("webhook_id") references "webhooks" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_event_id_foreign" foreign key ("event_id") references "events" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "webhook_deliveries";`);
    this.addSql(`drop table "webhooks";`);
  }
}
