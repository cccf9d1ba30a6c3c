/** What keeps everybody else waiting for as long as the table is large (docs/decisions/032). */
const WAITS: readonly (readonly [RegExp, string])[] = [
  [/^create (?:unique )?index (?!concurrently)/, 'makes an index while writers wait: the entity describes it'],
  [
    /^alter table .* add constraint .*\b(?:check|foreign key)\b(?!.*not valid$)/,
    'looks at every row: add it not valid',
  ],
  [/^alter table .* add constraint .*\b(?:unique|primary key|exclude)\b(?!.*using index)/, 'makes an index'],
  [
    /^alter table .* add (?:column )?(?!constraint).*\b(?:check|unique|primary key|references|generated)\b/,
    'reads or rewrites every row',
  ],
  [/^alter table .* add (?:column )?(?!constraint).*\bdefault [^,]*\w\(/, 'rewrites every row for its default'],
  // An amount that loses its fixed decimals stays as it is written (migrations.money.test.ts).
  [/^alter table .* (?:set not null|type (?!numeric(?:,|$))\w+)/, 'reads or rewrites every row'],
  [/^alter table .* set (?:un)?logged/, 'rewrites every row'],
  [/^(?:cluster|vacuum full|reindex|lock)\b/, 'locks the table'],
];
const TABLE =
  /^(?:create (?:unique )?index (?:if not exists )?\S+ on|alter table|reindex table|cluster|vacuum full|lock(?: table)?) "?(\w+)"?/;

/** Each statement of a migration that keeps people waiting for a table that they use, with the reason. */
export function waitsOf(statements: readonly string[]): string[] {
  const plain = statements.map((text) => text.replaceAll(/\s+/g, ' ').trim().replace(/;$/, '').toLowerCase());
  const fresh = new Set(plain.flatMap((text) => /^create table (?:if not exists )?"?(\w+)"?/.exec(text)?.[1] ?? []));
  const old = plain.filter((text) => !fresh.has(TABLE.exec(text)?.[1] ?? ''));
  const found = old.flatMap((text) => {
    const reason = WAITS.find(([pattern]) => pattern.test(text))?.[1];
    return reason ? [`${reason}: ${text.slice(0, 120)}`] : [];
  });
  const first = old.find((text) => text.startsWith('alter table'));
  if (first && !plain[0]?.startsWith('set local lock_timeout'))
    found.push(`waits for a lock, and everybody behind it: ${first.slice(0, 120)}`);
  return found;
}
