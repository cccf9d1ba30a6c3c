import { Migration } from '@mikro-orm/migrations';

const reason = (code: string, name: string, party: string, stop: string, text: string, photo = false, note = false) =>
  `('${code}', '${name}', '${party}', '${stop}', '${text}', '{"photo": ${photo}, "note": ${note}}', true, now(), now(), 1)`;

/** Attempts, what they prove, the rules of proof with their PINs, and the reasons why an attempt can fail. */
export class Attempts extends Migration {

  override up(): void | Promise<void> {
    const capture = `"taken_at" timestamptz(3) null, "received_at" timestamptz(3) not null, "position" jsonb null, "device_id" text null, "device_name" text null, "clock_off_by" int null, "by" text not null`;
    this.addSql(`create table "attempts" ("id" serial primary key, "order_id" int not null, "stop" text not null, "number" int null, "outcome" text not null, "reason" text null, "place" text null, "note_customer" text null, "note_office" text null, "photo_urls" jsonb not null default '[]', "items" jsonb not null default '[]', "arrived_at" timestamptz(3) null, "left_at" timestamptz(3) null, "reattempt_on" date null, "signer_name" text null, "signer_relation" text null, "override_reason" text null, "resolution" text null, "resolved_at" timestamptz(3) null, "after" text null, "content_hash" text null, ${capture});`);
    this.addSql(`create index "attempts_of_order" on "attempts" ("order_id");`);
    this.addSql(`alter table "attempts" add constraint "attempts_numbered" unique ("order_id", "stop", "number");`);
    this.addSql(`alter table "attempts" add constraint "attempts_once" unique ("order_id", "content_hash");`);
    this.addSql(`alter table "attempts" add constraint "attempts_stop_check" check (stop in ('pickup', 'delivery', 'return'));`);
    this.addSql(`alter table "attempts" add constraint "attempts_outcome_check" check (outcome in ('done', 'partial', 'failed'));`);
    this.addSql(`alter table "attempts" add constraint "attempts_place_check" check (place in ('recipient', 'neighbour', 'reception', 'mailbox', 'safe_place'));`);
    this.addSql(`alter table "attempts" add constraint "attempts_resolution_check" check (resolution in ('retry', 'return', 'cancel'));`);

    this.addSql(`create table "proof_pieces" ("id" serial primary key, "order_id" int not null, "kind" text not null, "stop" text not null, "item_id" int null, "attempt_id" int null, "parcel" int null, "url" text null, "sha256" text null, ${capture});`);
    this.addSql(`create index "proof_pieces_of_order" on "proof_pieces" ("order_id");`);
    this.addSql(`alter table "proof_pieces" add constraint "proof_pieces_kind_check" check (kind in ('photo', 'signature', 'scan', 'pin'));`);
    this.addSql(`alter table "proof_pieces" add constraint "proof_pieces_stop_check" check (stop in ('pickup', 'delivery', 'return', 'transit'));`);

    this.addSql(`create table "order_pins" ("order_id" int not null, "stop" text not null, "pin_hash" text not null, "pin_sealed" text not null, "wrong_tries" int not null default 0, "verified_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("order_id", "stop"));`);
    this.addSql(`alter table "order_pins" add constraint "order_pins_stop_check" check (stop in ('pickup', 'delivery'));`);

    this.addSql(`create table "failure_reasons" ("id" serial primary key, "code" text not null, "name" text not null, "party" text not null, "stop" text not null, "rule" jsonb not null, "customer_text" text not null, "active" boolean not null default true, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "version" int not null default 1);`);
    this.addSql(`alter table "failure_reasons" add constraint "failure_reasons_code_unique" unique ("code");`);
    this.addSql(`alter table "failure_reasons" add constraint "failure_reasons_party_check" check (party in ('recipient', 'sender', 'carrier', 'weather', 'other'));`);
    this.addSql(`alter table "failure_reasons" add constraint "failure_reasons_stop_check" check (stop in ('pickup', 'delivery', 'both'));`);
    const reasons = [
      reason('not_home', 'Nobody home', 'recipient', 'both', 'Nobody was home', true),
      reason('refused', 'Refused', 'recipient', 'both', 'The items were refused'),
      reason('wrong_address', 'Wrong address', 'sender', 'both', 'The address was not right', true),
      reason('cannot_find', 'Cannot find the address', 'sender', 'both', 'The address could not be found'),
      reason('closed', 'Closed', 'recipient', 'both', 'It was closed', true),
      reason('no_access', 'No access', 'recipient', 'both', 'There was no access', true),
      reason('damaged', 'Damaged', 'carrier', 'both', 'An item is damaged', true),
      reason('missing_item', 'Item missing', 'carrier', 'both', 'An item is missing', false, true),
      reason('wrong_item', 'Wrong item', 'sender', 'both', 'An item was not the right one', true),
      reason('not_ready', 'Not ready', 'sender', 'pickup', 'The items were not ready'),
      reason('vehicle', 'Vehicle broke down', 'carrier', 'both', 'Our vehicle broke down'),
      reason('weather', 'Weather', 'weather', 'both', 'The weather did not allow it'),
      reason('no_time', 'No time left', 'carrier', 'both', 'We ran out of time'),
      reason('payment_missing', 'Payment missing', 'recipient', 'both', 'The payment is missing'),
      reason('other', 'Something else', 'other', 'both', 'Something came up', false, true),
    ];
    this.addSql(`insert into "failure_reasons" ("code", "name", "party", "stop", "customer_text", "rule", "active", "created_at", "updated_at", "version") values ${reasons.join(', ')};`);

    this.addSql(`alter table "customers" add "proof_rules" jsonb null;`);
    this.addSql(`alter table "signatures" add "signer_relation" text null;`);
    this.addSql(`alter table "orders" add "outcome" text null, add "failed_at" timestamptz(3) null, add "proof_rules" jsonb null;`);
    this.addSql(`alter table "orders" add constraint "orders_outcome_check" check (outcome in ('failed', 'partial', 'returning', 'returned'));`);
    this.addSql(`create index "orders_failed" on "orders" ("failed_at" desc, "id" desc) where failed_at is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "orders" drop column "outcome", drop column "failed_at", drop column "proof_rules";`);
    this.addSql(`alter table "signatures" drop column "signer_relation";`);
    this.addSql(`alter table "customers" drop column "proof_rules";`);
    this.addSql(`drop table if exists "attempts" cascade;`);
    this.addSql(`drop table if exists "proof_pieces" cascade;`);
    this.addSql(`drop table if exists "order_pins" cascade;`);
    this.addSql(`drop table if exists "failure_reasons" cascade;`);
  }

}
