import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Proofs in mails, and when and where of evidence that came late: what was kept so far gets its lines. */
export class ProofMail extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`alter table "emails" add "attachment" text null;`);
    this.addSql(`alter table "emails" add constraint "emails_attachment_check" check (attachment is null or attachment in ('proof')) not valid;`);
    this.addSql(`alter table "late_evidence" add "strokes" text null;`);
    this.addSql(`alter table "proof_pieces" add "is_late" boolean not null default false;`);
    this.addSql(`update "proof_pieces" p set "is_late" = true from "attempts" a where a."after" is not null and p."order_id" = a."order_id" and p."attempt_id" = a."id";`);
    this.addSql(`insert into "proof_pieces" ("order_id", "kind", "stop", "item_id", "url", "sha256", "taken_at", "received_at", "by", "is_late")
      select l."order_id", split_part(l."kind", '_', 2), split_part(l."kind", '_', 1), l."item_id", l."url", f."sha256", l."taken_at", l."received_at", l."by", true
        from "late_evidence" l left join "stored_files" f on f."key" = replace(l."url", '/files/', '') order by l."id";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "proof_pieces" where "is_late" and "attempt_id" is null;`);
    this.addSql(`alter table "proof_pieces" drop column "is_late";`);
    this.addSql(`alter table "late_evidence" drop column "strokes";`);
    this.addSql(`alter table "emails" drop column "attachment";`);
  }
}
