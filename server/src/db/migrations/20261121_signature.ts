import { Migration } from '@mikro-orm/migrations';

export class SignatureKind extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`alter table "signatures" drop constraint "signatures_once";`);
    this.addSql(`alter table "signatures" add constraint "signatures_once" unique ("order_id", "kind", "signer", "image_hash");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "signatures" drop constraint "signatures_once";`);
    this.addSql(`alter table "signatures" add constraint "signatures_once" unique ("order_id", "signer", "image_hash");`);
  }

}
