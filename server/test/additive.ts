/** What the release before cannot live with, while its processes still run beside the new ones (decision 032). */
const BREAKS: readonly (readonly [RegExp, string])[] = [
  [/^drop table\b/, 'drops a table that the release before reads'],
  [/^drop (?:schema|view|function|type)\b/, 'drops what the release before may use'],
  [
    /^alter table .* drop (?:column )?(?!constraint|default|not null|column)["\w]+/,
    'drops a column that the release before names',
  ],
  [/^alter table .* drop column\b/, 'drops a column that the release before names'],
  [/^alter (?:table|type|index) .* rename\b/, 'renames what the release before knows by its old name'],
  [/^alter table .* alter (?:column )?"?\w+"? (?:set data )?type\b/, 'changes the type of a column'],
  [
    /^alter table .* alter (?:column )?"?\w+"? set not null\b/,
    'requires a value that the release before may leave out',
  ],
  [/^alter table .* alter (?:column )?"?\w+"? drop default\b/, 'takes a default that the release before relies on'],
];
const ADDED_COLUMN = /^alter table "?(\w+)"? add (?:column )?(?:if not exists )?(?!constraint)"?(\w+)"? (.*)$/;
const NEW_RULE =
  /^(?:alter table "?(\w+)"? add constraint|create unique index (?:if not exists )?"?\w+"? on "?(\w+)"?)/;
const CREATED = /^create table (?:if not exists )?"?(\w+)"?/;

/** Each statement of a migration under which the release before would fail, with the reason. */
export function breaksOf(statements: readonly string[]): string[] {
  const plain = statements.map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase());
  const fresh = new Set(plain.flatMap((statement) => CREATED.exec(statement)?.[1] ?? []));
  const reasonOf = (statement: string): string | undefined => {
    for (const [pattern, reason] of BREAKS) if (pattern.test(statement)) return reason;
    const [, table = '', , type = ''] = ADDED_COLUMN.exec(statement) ?? [];
    if (table && !fresh.has(table) && /\bnot null\b/.test(type) && !/\bdefault\b|\bgenerated always\b/.test(type))
      return 'adds a column without a default that the release before does not fill';
    const [, constrained = '', indexed = ''] = NEW_RULE.exec(statement) ?? [];
    if ((constrained || indexed) && !fresh.has(constrained || indexed))
      return 'adds a rule to a table that the release before writes to without knowing it';
    return undefined;
  };
  return plain.flatMap((statement) => {
    const reason = reasonOf(statement);
    return reason ? [`${reason}: ${statement.slice(0, 120)}`] : [];
  });
}
