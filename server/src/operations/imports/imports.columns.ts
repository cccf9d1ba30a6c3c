import { type ImportField, type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type { ImportMapping } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { c, readRows, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import type { StoredColumn } from './import.entity.ts';
import { headsOf, wordOf } from './imports.words.ts';

type Heads = Pick<ImportField, 'words' | 'parts'>;
type Free = ReadonlyMap<string, number>;

const wholeFor = ({ words }: Heads, free: Free): number[] => words.flatMap((word) => free.get(word) ?? []).slice(0, 1);

function partsFor({ parts = [] }: Heads, free: Free): number[] {
  for (const group of parts) {
    const [first = ''] = group;
    if (!free.has(first)) continue;
    const found = group.flatMap((word) => free.get(word) ?? []);
    if (found.length > 1) return found.toSorted((a, b) => a - b);
  }
  return [];
}

/** The columns that a field is read from, among those that are still free. */
function columnsFor(heads: Heads, free: Free): number[] {
  const whole = wholeFor(heads, free);
  return whole.length > 0 ? whole : partsFor(heads, free);
}

/** The same in other languages, where the surname's head is that of a whole name too: "Prénom", "Nom". */
function foreignColumnsFor(heads: Heads, free: Free): number[] {
  const parts = partsFor(heads, free);
  return parts.length > 0 ? parts : wholeFor(heads, free);
}

/** The fields of the columns by their names alone. */
export function matchColumns(kind: ImportKind, heads: readonly string[]): StoredColumn[] {
  const columns: StoredColumn[] = heads.map((name) => ({ name, field: null }));
  const free = new Map<string, number>();
  for (const [at, name] of heads.entries()) if (!free.has(wordOf(name))) free.set(wordOf(name), at);
  const fields = importFieldsOf(kind);
  const find = (columnsOf: (field: string, known: ImportField) => readonly number[]): void => {
    for (const [name, known] of Object.entries(fields)) {
      if (columns.some((column) => column.field === name)) continue;
      for (const at of columnsOf(name, known)) {
        const column = columns[at];
        if (!column) continue;
        column.field = name;
        free.delete(wordOf(column.name));
      }
    }
  };
  // Our own names first: they mean nothing else.
  find((name) => wholeFor({ words: [name.toLowerCase()] }, free));
  find((_, known) => columnsFor(known, free));
  find((name) => foreignColumnsFor(headsOf(name), free));
  return columns;
}

const remembered = select({ name: c.text('name'), field: c.text('field').nullable() });
/** What somebody said of columns with these names before. */
async function recall(
  ctx: AppContext,
  kind: ImportKind,
  heads: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await readRows(
    ctx.em,
    remembered,
    'select $columns from import_heads where kind = ? and name = any(?)',
    [kind, heads.map(wordOf)],
  );
  const known = importFieldsOf(kind);
  return new Map(
    rows.filter(({ field }) => field === null || Object.hasOwn(known, field)).map((row) => [row.name, row.field]),
  );
}

/** A field that reads one column gets no second one. */
function requireSingle(kind: ImportKind, columns: readonly StoredColumn[]): void {
  const fields = importFieldsOf(kind);
  for (const { name, field } of columns) {
    const known = field === null ? undefined : fields[field];
    if (!known || known.joint !== undefined) continue;
    const other = columns.find((column) => column.field === field && column.name !== name);
    if (other)
      throw invalid(
        'mapping',
        t('Both “{one}” and “{other}” are {label}. Choose one', {
          one: other.name,
          other: name,
          label: t(known.label),
        }),
      );
  }
}

/**
 * The columns with what the caller said of them, else what was said of them before, else their names.
 *
 * @throws 400 for a column or a field that there is not
 */
export async function mapColumns(
  ctx: AppContext,
  kind: ImportKind,
  heads: readonly string[],
  mapping: ImportMapping = {},
): Promise<StoredColumn[]> {
  const fields = importFieldsOf(kind);
  for (const [name, field] of Object.entries(mapping)) {
    if (!heads.includes(name)) throw invalid('mapping', t('The file has no column “{name}”', { name }));
    if (field !== null && !Object.hasOwn(fields, field))
      throw invalid('mapping', t('{kind} have no field {field}', { kind, field }));
  }
  const before = await recall(ctx, kind, heads);
  const isTold = (name: string) => Object.hasOwn(mapping, name) || before.has(wordOf(name));
  const told = heads.filter(isTold).map((name) => ({
    name,
    field: mapping[name] ?? (Object.hasOwn(mapping, name) ? null : (before.get(wordOf(name)) ?? null)),
  }));
  const taken = new Set(
    told.flatMap(({ field }) => (field === null || fields[field]?.joint !== undefined ? [] : [field])),
  );
  const guessed = matchColumns(
    kind,
    heads.map((name) => (isTold(name) ? '' : name)),
  );
  const columns = heads.map((name, at) => {
    const own = told.find((column) => column.name === name);
    const guess = guessed[at]?.field ?? null;
    return own ?? { name, field: guess !== null && !taken.has(guess) ? guess : null };
  });
  // What was said earlier of another file may not fit together with this one.
  const said = told.filter(({ name }) => Object.hasOwn(mapping, name));
  if (said.length > 0) requireSingle(kind, columns);
  return firstOfEach(kind, columns);
}

/** Of several columns of a field that reads one, the first. */
function firstOfEach(kind: ImportKind, columns: readonly StoredColumn[]): StoredColumn[] {
  const fields = importFieldsOf(kind);
  const seen = new Set<string>();
  return columns.map(({ name, field }) => {
    if (field === null) return { name, field };
    const isSecond = seen.has(field) && fields[field]?.joint === undefined;
    seen.add(field);
    return { name, field: isSecond ? null : field };
  });
}

/** Remembers what was said of columns, for the next file of this kind. */
export async function remember(ctx: AppContext, kind: ImportKind, mapping: ImportMapping): Promise<void> {
  const said = Object.entries(mapping).map(([name, field]) => ({ name: wordOf(name), field }));
  const own = [...new Map(said.filter(({ name }) => name !== '').map((one) => [one.name, one])).values()];
  if (own.length === 0) return;
  await run(
    ctx.em,
    `insert into import_heads (kind, name, field)
     select ?, name, field from json_to_recordset(?::json) as said (name text, field text) order by name
     on conflict (kind, name) do update set field = excluded.field`,
    [kind, JSON.stringify(own)],
  );
}
