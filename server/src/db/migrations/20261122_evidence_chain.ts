import { Migration } from '@mikro-orm/migrations';

const FIRST = '0'.repeat(64);

/**
 * The canonical JSON (RFC 8785) of a line `h`, with the keys in that order; to_json escapes text as the standard does.
 * docs/evidence.md documents what is hashed.
 */
const LINE = `'{"action":' || to_json(h.action) ||
  ',"actor":{"id":' || coalesce(h.actor_id::text, 'null') || ',"kind":' || to_json(h.actor_kind) || ',"name":' || to_json(h.actor_name) ||
  '},"at":' || history_moment(h.at) ||
  ',"data":' || coalesce('"' || h.data_hash || '"', 'null') ||
  ',"detail":' || coalesce('"' || h.detail_hash || '"', 'null') ||
  ',"files":' || replace(coalesce(h.files, '[]')::text, ' ', '') ||
  ',"from":' || coalesce(to_json(h.from_status)::text, 'null') ||
  ',"occurredAt":' || history_moment(h.occurred_at) ||
  ',"order":' || h.subject_id ||
  ',"prev":"' || h.prev || '","seq":' || h.seq ||
  ',"to":' || coalesce(to_json(h.to_status)::text, 'null') || '}'`;

/**
 * The history of an order becomes a chain of hashes, and no history is changed or deleted any more (decision 041). The
 * database links each line as it is written, so that those of the release before are linked too. What is there already
 * is linked by seal_history: with the order's next line, when it is read as evidence, or by the sweep.
 */
export class EvidenceChain extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`set local statement_timeout = 0;`);
    this.addSql(`alter table "stored_files" add "sha256" text null;`);
    this.addSql(`alter table "signatures" add "strokes" text null;`);
    this.addSql(`alter table "history" add "seq" int null, add "prev" text null, add "hash" text null, add "files" jsonb null,
      add "detail_hash" text null, add "detail_salt" text null, add "data" text null, add "data_hash" text null, add "data_salt" text null;`);
    this.addSql(`create index "history_unsealed" on "history" ("subject_id") where subject = 'order' and seq is null;`);
    this.addSql(`create table "history_chains" ("order_id" int not null, "length" int not null, "head" text not null, primary key ("order_id"));`);
    this.addSql(`create table "signing_keys" ("kid" text not null, "public_key" text not null, "sealed" text null, "created_at" timestamptz(3) not null, "retired_at" timestamptz(3) null, primary key ("kid"));`);

    this.addSql(`create function history_sha256(value text) returns text immutable language sql as $$
      select encode(sha256(convert_to(value, 'UTF8')), 'hex') $$;`);
    this.addSql(`create function history_moment(moment timestamptz) returns text stable language sql as $$
      select coalesce('"' || to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null') $$;`);
    this.addSql(`create function history_commitment(salt text, value text) returns text immutable language sql as $$
      select history_sha256('{"salt":' || to_json(salt) || ',"value":' || value || '}') $$;`);

        // The line as the chain has it after \`before\`.
    this.addSql(`create function history_linked(h history, place int, before text) returns history language plpgsql as $$
      begin
        h.seq := place;
        h.prev := before;
        h.detail_salt := case when h.detail is null then null else gen_random_uuid()::text end;
        h.detail_hash := case when h.detail is null then null else history_commitment(h.detail_salt, to_json(h.detail)::text) end;
        h.data_salt := case when h.data is null then null else gen_random_uuid()::text end;
        h.data_hash := case when h.data is null then null else history_commitment(h.data_salt, h.data) end;
        h.hash := history_sha256(${LINE});
        return h;
      end $$;`);

    // Links the lines that were there before the chain. The row of the chain is its lock.
    this.addSql(`create function seal_history(of_order int) returns history_chains language plpgsql as $$
      declare
        chain history_chains;
        line history;
      begin
        insert into history_chains (order_id, length, head) values (of_order, 0, '${FIRST}') on conflict do nothing;
        select * into chain from history_chains where order_id = of_order for update;
        for line in select * from history where subject = 'order' and subject_id = of_order and seq is null order by id loop
          line := history_linked(line, chain.length + 1, chain.head);
          update history set seq = line.seq, prev = line.prev, hash = line.hash, detail_hash = line.detail_hash,
                 detail_salt = line.detail_salt, data_hash = line.data_hash, data_salt = line.data_salt
           where id = line.id;
          chain.length := line.seq;
          chain.head := line.hash;
        end loop;
        update history_chains set length = chain.length, head = chain.head
         where order_id = of_order and length <> chain.length;
        return chain;
      end $$;`);
    this.addSql(`create function history_append() returns trigger language plpgsql as $$
      declare chain history_chains;
      begin
        select * into chain from history_chains where order_id = new.subject_id for update;
        if not found then
          chain := seal_history(new.subject_id);
        end if;
        new := history_linked(new, chain.length + 1, chain.head);
        update history_chains set length = new.seq, head = new.hash where order_id = new.subject_id;
        return new;
      end $$;`);
    this.addSql(`create trigger history_append before insert on history for each row when (new.subject = 'order') execute function history_append();`);

    // The one door: content may go, its hash stays; and lines go at the end of their retention.
    this.addSql(`create function history_guard() returns trigger language plpgsql as $$
      declare allowed history;
      begin
        if tg_op = 'UPDATE' then
          allowed := old;
          if old.seq is null and new.seq is not null then
            allowed.seq := new.seq; allowed.prev := new.prev; allowed.hash := new.hash;
            allowed.detail_hash := new.detail_hash; allowed.detail_salt := new.detail_salt;
            allowed.data_hash := new.data_hash; allowed.data_salt := new.data_salt;
          end if;
          if new.detail is null then
            allowed.detail := null; allowed.detail_salt := null; new.detail_salt := null;
          end if;
          if new.data is null then
            allowed.data := null; allowed.data_salt := null; new.data_salt := null;
          end if;
          if new is not distinct from allowed then return new; end if;
        elsif tg_op = 'DELETE' and current_setting('quickfleet.history_door', true) = 'retention' then
          return old;
        end if;
        raise exception 'history is append-only' using errcode = 'integrity_constraint_violation';
      end $$;`);
    this.addSql(`create trigger history_guard before update or delete on history for each row execute function history_guard();`);
    this.addSql(`create trigger history_guard_all before truncate on history for each statement execute function history_guard();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function history_guard() cascade;`);
    this.addSql(`drop function history_append() cascade;`);
    this.addSql(`drop function seal_history(int);`);
    this.addSql(`drop function history_linked(history, int, text);`);
    this.addSql(`drop function history_commitment(text, text);`);
    this.addSql(`drop function history_moment(timestamptz);`);
    this.addSql(`drop function history_sha256(text);`);
    this.addSql(`drop table "signing_keys";`);
    this.addSql(`drop table "history_chains";`);
    this.addSql(`drop index "history_unsealed";`);
    this.addSql(`alter table "history" drop column "seq", drop column "prev", drop column "hash", drop column "files",
      drop column "detail_hash", drop column "detail_salt", drop column "data", drop column "data_hash", drop column "data_salt";`);
    this.addSql(`alter table "signatures" drop column "strokes";`);
    this.addSql(`alter table "stored_files" drop column "sha256";`);
  }
}
