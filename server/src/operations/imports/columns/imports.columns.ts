import type { ImportField } from '@quickfleet/shared/base/fields';
import { type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import { findPreset, importPresets, presetFields } from '@quickfleet/shared/operations/import-presets/presets';
import type { ImportMapping } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { c, readRows, run, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { invalid } from '../../../http/errors.ts';
import type { Import, StoredColumn } from '../import.entity.ts';
import { headsOf, restWords, wordOf } from './imports.words.ts';

type Heads = Pick<ImportField, 'words' | 'parts'>;
type Free = ReadonlyMap<string, number>;

/** What people write over addresses, names, times and more: a column that says it better goes first. */
const WEAK: ReadonlySet<string> = new Set([
  ...['to', 'shipto', 'delivery', 'dropoff', 'destination', 'from', 'pickup', 'collection', 'origin', 'shipfrom'],
]);
/** The beginning and the end of a window, where the addresses have columns of their own. */
const TIMES = [
  ...[['from', 'to'] as const, ['from', 'until'] as const, ['from', 'till'] as const, ['von', 'bis'] as const],
  ...[['de', 'a'] as const, ['desde', 'hasta'] as const],
];

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
  const strong = wholeFor({ words: heads.words.filter((word) => !WEAK.has(word)) }, free);
  const parts = partsFor(heads, free);
  if (strong.length > 0 && !strong.some((at) => parts.includes(at))) return strong;
  return parts.length > 0 ? parts : wholeFor({ words: heads.words.filter((word) => WEAK.has(word)) }, free);
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
  const times = TIMES.find((pair) => pair.every((word) => free.has(word)));
  if (times && fields.deliveryFrom && fields.deliveryAddress) {
    const [deliveryFrom, deliveryTo] = times;
    const left = new Map([...free].filter(([word]) => word !== deliveryFrom && word !== deliveryTo));
    const ofTimes = new Map(Object.entries({ deliveryFrom, deliveryTo }));
    if ([fields.deliveryAddress, headsOf('deliveryAddress')].some((known) => columnsFor(known, left).length > 0))
      find((name) => {
        const word = ofTimes.get(name);
        return wholeFor({ words: word ? [word] : [] }, free);
      });
  }
  // Our own names first: they mean nothing else.
  find((name) => wholeFor({ words: [name.toLowerCase()] }, free));
  find((_, known) => columnsFor(known, free));
  find((name) => foreignColumnsFor(headsOf(name), free));
  return withTowns(columns);
}

/** How a column is called without the number that tells it from another one of its name. */
const plainWord = (name: string): string => wordOf(name.replace(/ \(\d{1,3}\)$/, ''));
/** Columns of a town next to one of a whole address belong to it: "Delivery address", "Postcode", "City". */
function withTowns(columns: readonly StoredColumn[]): StoredColumn[] {
  const all = columns.map((column) => ({ ...column }));
  for (const step of [1, -1])
    for (const [at, { name, field }] of all.entries()) {
      if (field === null || !/address$/i.test(field)) continue;
      if (columns.filter((column) => column.field === field).length > 1) continue;
      for (let next = all[at + step]; next?.field === null; next = all[all.indexOf(next) + step]) {
        if (!isRestOf(wordOf(name), plainWord(next.name))) break;
        next.field = field;
      }
    }
  return all;
}
const isRestOf = (address: string, word: string): boolean =>
  restWords.some((rest) => word.endsWith(rest) && address.startsWith(word.slice(0, -rest.length)));

/** Heads that mean something: by their names, or because somebody said so before. */
export async function knownHeads(ctx: AppContext, kind: ImportKind): Promise<string[]> {
  const own = Object.entries(importFieldsOf(kind)).flatMap(([name, { words, parts = [] }]) => {
    const foreign = headsOf(name);
    return [name.toLowerCase(), ...words, ...parts.flat(), ...foreign.words, ...foreign.parts.flat()];
  });
  const said = await readRows(
    ctx.em,
    remembered,
    'select $columns from import_heads where kind = ? and field is not null',
    [kind],
  );
  const ofShops =
    kind === 'orders' ? importPresets.flatMap(({ layouts }) => layouts.flatMap(({ heads }) => heads)) : [];
  return [...new Set([...own, ...ofShops, ...said.map(({ name }) => name)])].filter((word) => word !== '');
}

const remembered = select({ name: c.text('name'), field: c.text('field').nullable() });
/** Under which name it is remembered what a column is: a shop's “Name” is nobody else's. */
const memoryOf = (name: string, shop: string | null) => (shop === null ? wordOf(name) : `${shop} ${wordOf(name)}`);

/** What somebody said of columns with these names before, by their words. */
async function recall(
  ctx: AppContext,
  kind: ImportKind,
  heads: readonly string[],
  shop: string | null,
): Promise<Map<string, string | null>> {
  const words = new Map(heads.map((name) => [memoryOf(name, shop), wordOf(name)]));
  const rows = await readRows(
    ctx.em,
    remembered,
    'select $columns from import_heads where kind = ? and name = any(?)',
    [kind, [...words.keys()]],
  );
  const known = importFieldsOf(kind);
  return new Map(
    rows
      .filter(({ field }) => field === null || Object.hasOwn(known, field))
      .map(({ name, field }) => [words.get(name) ?? '', field]),
  );
}

/** What two cells cannot say together, as first and last name do. */
const SINGLE =
  /email$|^(?:use|onAccount|quotePrice|collect|collectMethod|collectCurrency|parcels|itemQuantity|itemValue|speedType|metadata)$/i;
function requireSingle(kind: ImportKind, columns: readonly StoredColumn[]): void {
  const fields = importFieldsOf(kind);
  for (const { name, field } of columns) {
    const known = field !== null && SINGLE.test(field) ? fields[field] : undefined;
    const other = known && columns.find((column) => column.field === field && column.name !== name);
    if (known && other)
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
): Promise<Mapped> {
  const fields = importFieldsOf(kind);
  for (const [name, field] of Object.entries(mapping)) {
    if (!heads.includes(name)) throw invalid('mapping', t('The file has no column “{name}”', { name }));
    if (field !== null && !Object.hasOwn(fields, field))
      throw invalid('mapping', t('{kind} have no field {field}', { kind, field }));
  }
  const words = heads.map(wordOf);
  const preset = kind === 'orders' ? findPreset(new Set(words)) : undefined;
  const shop = preset?.shop ?? null;
  const before = await recall(ctx, kind, heads, shop);
  const isTold = (name: string) => Object.hasOwn(mapping, name) || before.has(wordOf(name));
  const told = heads.filter(isTold).map((name) => ({
    name,
    field: mapping[name] ?? (Object.hasOwn(mapping, name) ? null : (before.get(wordOf(name)) ?? null)),
  }));
  const taken = new Set(
    told.flatMap(({ field }) => (field === null || fields[field]?.joint !== undefined ? [] : [field])),
  );
  const ofShop = preset && presetFields(preset.layout, words);
  const guessed = ofShop
    ? heads.map((name) => ({ name, field: ofShop.get(wordOf(name)) ?? null }))
    : matchColumns(
        kind,
        heads.map((name) => (isTold(name) ? '' : name)),
      );
  const columns = heads.map((name, at) => {
    const own = told.find((column) => column.name === name);
    const guess = guessed[at]?.field ?? null;
    return own ?? { name, field: guess !== null && !taken.has(guess) ? guess : null };
  });
  requireSingle(
    kind,
    told.filter(({ name }) => Object.hasOwn(mapping, name)),
  );
  // What was said earlier of another file may not fit together with this one.
  const isJoined = (name: string) => Object.hasOwn(mapping, name) || (shop !== null && !before.has(wordOf(name)));
  return { columns: firstOfEach(kind, columns, isJoined), told: new Set(told.map(({ name }) => name)), shop };
}
export interface Mapped {
  columns: StoredColumn[];
  /** Columns of which somebody has said what they are. */
  told: ReadonlySet<string>;
  /** The shop whose export it is. */
  shop: string | null;
}

/** Of several columns of a field that reads one, the first; those that somebody has put together stay so. */
function firstOfEach(
  kind: ImportKind,
  columns: readonly StoredColumn[],
  isJoined: (name: string) => boolean,
): StoredColumn[] {
  const fields = importFieldsOf(kind);
  const seen = new Set<string>();
  return columns.map(({ name, field }) => {
    if (field === null) return { name, field };
    const isSecond = seen.has(field) && fields[field]?.joint === undefined && !isJoined(name);
    seen.add(field);
    return { name, field: isSecond ? null : field };
  });
}

/** Remembers what was said of columns, for the next file of this kind. */
export async function remember(
  ctx: AppContext,
  { kind, shop = null }: Pick<Import, 'kind' | 'shop'>,
  mapping: ImportMapping,
): Promise<void> {
  const said = Object.entries(mapping).map(([name, field]) => ({
    name: wordOf(name) && memoryOf(name, shop ?? null),
    field,
  }));
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
