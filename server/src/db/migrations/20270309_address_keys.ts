import { Migration } from '@mikro-orm/migrations';
import { keyOf } from '../../company/places/address-file/address-words.ts';
import { BRIEFLY } from './briefly.ts';

const AT_ONCE = 10_000;

/** Streets of an address file get the keys of this release. */
export class AddressKeys extends Migration {
  override async up(): Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`delete from "address_places" where "source" is null or "source" = 'file';`);
    for (let last = 0; ; ) {
      const rows = await this.execute(
        'select id, street, town from address_streets where id > ? order by id limit ?',
        [last, AT_ONCE],
      );
      if (rows.length === 0) return;
      const streets = rows.map(({ id, street, town }) => ({
        id: Number(id),
        street: keyOf(String(street)),
        town: keyOf(String(town)),
      }));
      await this.execute(
        `update address_streets s set street_key = n.street, town_key = n.town
         from jsonb_to_recordset(?::jsonb) n(id int, street text, town text)
         where s.id = n.id and (s.street_key <> n.street or s.town_key <> n.town)`,
        [JSON.stringify(streets)],
      );
      last = streets.at(-1)?.id ?? last;
    }
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop index if exists "address_streets_of_code";`);
  }
}
