/** Changes that break the previous release while its processes still run next to the new ones (decision 032). */
const BREAKS: readonly (readonly [RegExp, string])[] = [
  [/^drop table\b/, 'drops a table that the release before reads'],
  [/^drop (?:schema|view|function|type)\b/, 'drops what the release before may use'],
  [
    /^alter table .* drop (?:column )?(?!constraint|default|not null|column)["\w]+/,
    'drops a column that the release before names',
  ],
  [/^alter table .* drop column\b/, 'drops a column that the release before names'],
  [/^alter (?:table|type|index) .* rename\b/, 'renames what the release before knows by its old name'],
  [/^alter table .* alter (?:column )?"?\w+"? (?:set data )?type\b(?! numeric$)/, 'changes the type of a column'],
  [
    /^alter table .* alter (?:column )?"?\w+"? set not null\b/,
    'requires a value that the release before may leave out',
  ],
  [/^alter table .* alter (?:column )?"?\w+"? drop default\b/, 'takes a default that the release before relies on'],
];
const ADDED_COLUMN = /^alter table "?(\w+)"? add (?:column )?(?:if not exists )?(?!constraint)"?(\w+)"? (.*)$/;
const NEW_RULE =
  /^(?:alter table "?(\w+)"? add constraint "?(\w+)"? (.*)|create unique index (?:if not exists )?"?(\w+)"? on "?(\w+)"? (.*))$/;
const CREATED = /^create table (?:if not exists )?"?(\w+)"?/;
const SQL_WORDS = new Set([
  'check',
  'unique',
  'is',
  'not',
  'null',
  'and',
  'or',
  'in',
  'between',
  'true',
  'false',
  'valid',
]);

/** One statement for each thing that an ALTER TABLE does. */
function actionsOf(statement: string): string[] {
  const [, table, actions] = /^(alter table "?\w+"?) (.*)$/.exec(statement) ?? [];
  if (!table || !actions) return [statement];
  return actions.split(/, (?=(?:add|drop|alter|rename) )/).map((action) => `${table} ${action}`);
}

/** The names in a rule, without its texts and SQL's own words. */
const namesIn = (rule: string) =>
  (rule.replaceAll(/'[^']*'/g, '').match(/[a-z_]\w*/g) ?? []).filter((word) => !SQL_WORDS.has(word));

/**
 * Each statement of a migration under which the release before would fail, with the reason. `widened`: rules that are
 * replaced by one that takes whatever the old one took.
 */
export function breaksOf(statements: readonly string[], widened: readonly string[] = []): string[] {
  const plain = statements.flatMap((statement) =>
    actionsOf(statement.replaceAll(/\s+/g, ' ').trim().replace(/;$/, '').toLowerCase()),
  );
  const fresh = new Set(plain.flatMap((statement) => CREATED.exec(statement)?.[1] ?? []));
  const added = new Set(
    plain.flatMap((statement) => {
      const [, table, column] = ADDED_COLUMN.exec(statement) ?? [];
      return column ? [`${table}.${column}`] : [];
    }),
  );
  const isHarmless = (statement: string): boolean => {
    const [, constrained, constraint, check = '', index, indexed, columns = ''] = NEW_RULE.exec(statement) ?? [];
    const table = constrained ?? indexed;
    if (table === undefined || fresh.has(table) || widened.includes(constraint ?? index ?? '')) return true;
    // The release before leaves new columns as they are.
    return namesIn(check || columns).every((name) => added.has(`${table}.${name}`));
  };
  const reasonOf = (statement: string): string | undefined => {
    for (const [pattern, reason] of BREAKS) if (pattern.test(statement)) return reason;
    const [, table = '', , type = ''] = ADDED_COLUMN.exec(statement) ?? [];
    if (table && !fresh.has(table) && /\bnot null\b/.test(type) && !/\bdefault\b|\bgenerated always\b/.test(type))
      return 'adds a column without a default that the release before does not fill';
    return isHarmless(statement)
      ? undefined
      : 'adds a rule to a table that the release before writes to without knowing it';
  };
  return plain.flatMap((statement) => {
    const reason = reasonOf(statement);
    return reason ? [`${reason}: ${statement.slice(0, 120)}`] : [];
  });
}
