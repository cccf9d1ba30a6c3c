import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** What somebody says of a file besides its columns, and the file itself until it goes in: to be read another way. */
export class ImportChoices extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `alter table "imports" add column "sheet" text null, add column "sheets" jsonb not null default '[]',
         add column "head_row" int not null default 1, add column "hidden_rows" int not null default 0,
         add column "include_hidden" boolean not null default false, add column "day_order" text null,
         add column "told_day_order" text null, add column "questions" jsonb not null default '[]',
         add column "warnings" jsonb not null default '[]', add column "constants" jsonb not null default '{}',
         add column "shop" text null;`,
    );
    for (const column of ['day_order', 'told_day_order'])
      this.addSql(
        `alter table "imports" add constraint "imports_${column}_check" check (${column} in ('dmy', 'mdy')) not valid;`,
      );
    this.addSql(`alter table "import_rows" add column "warnings" jsonb not null default '[]';`);
    this.addSql(
      `create table "import_file_parts" ("id" serial primary key, "import_id" int not null, "nth" int not null, "bytes" bytea not null);`,
    );
    this.addSql(
      `alter table "import_file_parts" add constraint "import_file_parts_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade;`,
    );
    this.addSql(
      `create unique index "import_file_parts_once" on "import_file_parts" ("import_id", "nth");`,
    );
    this.addSql(
      `create table "import_layouts" ("id" serial primary key, "kind" text not null, "heads" text not null, "day_order" text null, "constants" jsonb not null default '{}', constraint "import_layouts_kind_check" check (kind in ('orders', 'quotes', 'customers', 'addresses')), constraint "import_layouts_day_order_check" check (day_order in ('dmy', 'mdy')));`,
    );
    this.addSql(`create unique index "import_layouts_once" on "import_layouts" ("kind", "heads");`);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql('drop table "import_layouts";');
    this.addSql('drop table "import_file_parts";');
    this.addSql('alter table "import_rows" drop column "warnings";');
    for (const column of [
      ...['sheet', 'sheets', 'head_row', 'hidden_rows', 'include_hidden', 'day_order', 'told_day_order'],
      ...['questions', 'warnings', 'constants', 'shop'],
    ])
      this.addSql(`alter table "imports" drop column "${column}";`);
  }
}
