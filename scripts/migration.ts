/**
 * Writes a migration for columns and tables that the entities have and the database lacks, and lists it:
 * npm run migration:create -- NAME. What else differs is printed, not written: most of it only reads differently, like
 * functions and triggers that no entity knows.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { startEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { migrations } from '../server/src/db/migrations/index.ts';
import { ormOptions } from '../server/src/db/orm.config.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';

const FOLDER = resolve(import.meta.dirname, '../server/src/db/migrations');
const words = (process.argv[2] ?? '').toLowerCase().match(/[a-z0-9]+/g);
if (!words) throw new Error('Name it: npm run migration:create -- NAME');
// Never before the newest one, whatever the clock was that named that: files are read in the order of their names.
const days = [
  new Date().toISOString().slice(0, 10).replaceAll('-', ''),
  ...migrations.map(({ name }) => name.slice(0, 8)),
];
const name = `${days.toSorted().at(-1)}_${words.join('_')}`;
const className = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');

const isAddition = (statement: string) => /^(create table "|alter table "\w+" add ")/.test(statement);
/** What takes an addition back. */
const undone = (statement: string): string => {
  const [, table = ''] = /table "(\w+)"/.exec(statement) ?? [];
  if (statement.startsWith('create')) return `drop table "${table}";`;
  const columns = [...statement.matchAll(/(?:^alter table "\w+"|,) add "(\w+)"/g)].map(([, column]) => column);
  return `alter table "${table}" ${columns.map((column) => `drop column "${column}"`).join(', ')};`;
};
const linesOf = (statements: readonly string[]) => statements.map((sql) => `    this.addSql(\`${sql}\`);\n`).join('');

async function writeMigration(additions: readonly string[]): Promise<void> {
  const text = `import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

export class ${className} extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
${linesOf(additions)}  }

  override down(): void | Promise<void> {
${linesOf(additions.map(undone).toReversed())}  }
}
`;
  await writeFile(join(FOLDER, `${name}.ts`), text, { flag: 'wx' });
  const list = await readFile(join(FOLDER, 'index.ts'), 'utf8');
  const listed = list
    .replace('\n\n/** In order', `\nimport { ${className} } from './${name}.ts';\n\n/** In order`)
    .replace('\n];', `\n  { name: '${name}', class: ${className} },\n];`);
  await writeFile(join(FOLDER, 'index.ts'), listed);
  console.log(`server/src/db/migrations/${name}.ts\n${additions.join('\n')}`);
}

const dir = await mkdtemp(join(tmpdir(), 'quickfleet-migration-'));
const database = await startEmbeddedPostgres({
  dir: join(dir, 'postgres'),
  log: console.error,
  settings: { fsync: 'off' },
});
try {
  const orm = await MikroORM.init({ ...ormOptions(database.url), debug: false });
  await migrate(orm, database.url);
  const { up } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
  const statements = up.split('\n').filter((statement) => statement.trim() !== '');
  const additions = statements.filter(isAddition);
  const others = statements.filter((statement) => !isAddition(statement));
  console.log(`Not written; take over what belongs to your change:\n  ${others.join('\n  ')}\n`);
  if (additions.length > 0) await writeMigration(additions);
  else console.log('No column and no table is missing.');
  await orm.close(true);
} finally {
  await database.stop();
  await rm(dir, { recursive: true, force: true });
}
