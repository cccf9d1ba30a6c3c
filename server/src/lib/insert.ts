import type { Collection, EntityManager, EntityMetadata, EntityProperty } from '@mikro-orm/postgresql';
import { jsonText } from './json-text.ts';
import { query } from './query.ts';

interface Statement {
  sql: string;
  parent: readonly EntityProperty[];
  parts: readonly EntityProperty[];
}
type Row = Record<string, unknown>;

/** What a new row brings; the rest is the database's. */
const isBrought = ({ kind, owner, persist, generated, primary, fieldNames }: EntityProperty): boolean =>
  (kind === 'scalar' || kind === 'm:1' || (kind === '1:1' && owner === true)) &&
  persist !== false &&
  !generated &&
  !primary &&
  fieldNames.length === 1;

const columnOf = ({ fieldNames }: EntityProperty) => `"${fieldNames[0]}"`;
const columnsOf = (properties: readonly EntityProperty[]) => properties.map(columnOf).join(', ');
const typesOf = (properties: readonly EntityProperty[]) =>
  properties.map((property) => `${columnOf(property)} ${property.columnTypes[0]}`).join(', ');
const valuesOf = (properties: readonly EntityProperty[]) =>
  properties
    .map((property) => {
      const given = `given.${columnOf(property)}`;
      return property.defaultRaw && !property.nullable ? `coalesce(${given}, ${property.defaultRaw})` : given;
    })
    .join(', ');

function statementFor(meta: EntityMetadata, list: string): Statement {
  const collection = meta.props.find(({ name }) => name === list);
  const target = collection?.targetMeta;
  if (!collection || !target) throw new Error(`${meta.className} has no ${list}`);
  const link = target.props.find(({ name }) => name === collection.mappedBy);
  if (!link) throw new Error(`${target.className} does not name its ${meta.className}`);
  const parent = meta.props.filter(isBrought);
  const parts = target.props.filter((property) => isBrought(property) && property !== link);
  const unclear = [...parent, ...parts].find(({ nullable, defaultRaw }) => nullable && defaultRaw);
  if (unclear)
    throw new Error(`${unclear.name} may be null and has a default: which of them is meant is not known here`);
  const sql = `with made as (
      insert into "${meta.tableName}" (${columnsOf(parent)})
      select ${valuesOf(parent)} from json_to_record(?::json) as given(${typesOf(parent)}) returning id),
    parts as (
      insert into "${target.tableName}" (${columnOf(link)}, ${columnsOf(parts)})
      select made.id, ${valuesOf(parts)} from made, json_to_recordset(?::json) as given(${typesOf(parts)}))
    select id from made`;
  return { sql, parent, parts };
}
const statements = new Map<string, Statement>();

/** Properties as their columns take them: a relation by its id. */
function rowOf(entity: Row, properties: readonly EntityProperty[], em: EntityManager): Row {
  const row: Row = {};
  for (const { name, kind, fieldNames, onCreate } of properties) {
    if (onCreate && (entity[name] ?? null) === null) entity[name] = onCreate(entity, em);
    const value = entity[name];
    row[fieldNames[0] ?? name] = kind === 'scalar' ? value : (value as { id: number } | null | undefined)?.id;
  }
  return row;
}
/**
 * Writes an entity that `em.create` made with `persist: false`, and the entities of one of its lists, by one prepared
 * statement, and answers its id: the unit of work takes several statements, with their values in the text of each. What
 * is changed about it later is read as an entity first.
 */
export async function insertWithParts<Entity extends object>(
  em: EntityManager,
  entity: Entity,
  list: keyof Entity & string,
): Promise<number> {
  const meta = em.getMetadata().get(entity.constructor as never) as unknown as EntityMetadata;
  const name = `${meta.className}.${list}`;
  const statement = statements.get(name) ?? statementFor(meta, list);
  statements.set(name, statement);
  const parts = (entity[list] as unknown as Collection<object>).getItems();
  const values = [
    rowOf(entity as Row, statement.parent, em),
    parts.map((part) => rowOf(part as Row, statement.parts, em)),
  ];
  const [made] = await query<{ id: number }>(em, statement.sql, values.map(jsonText));
  if (!made) throw new Error(`${meta.className} was not written`);
  return made.id;
}
