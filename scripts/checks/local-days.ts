// Statements get moments, never a zone: Node and PostgreSQL have separate time-zone databases, and on some days they
// differ. shared/src/base/time/zoned-time.ts computes the company's local time. UTC has no rules to differ in.
import { globSync, readFileSync } from 'node:fs';

const refused: readonly (readonly [RegExp, string])[] = [
  [/\bat time zone (?!'UTC')/i, 'a day of a zone: use startOfDay and endOfDay'],
  [/\btimezone\s*\(/i, 'the same as at time zone'],
  [/\bset (?:local |session )?time ?zone\b(?!\s*(?:=|to)\s*'UTC')/i, 'a zone of the session'],
  [/\b(?:current_date|current_time|localtime|localtimestamp)\b/i, "a day of the session's zone"],
  // A millisecond begins at the same moment in every zone.
  [/\bdate_trunc\s*\((?!'milliseconds',)/i, "begins in the session's zone"],
  [/(?:\bnow\(\)|_at|_from|_to|_date)\)?::(?:date|time)\b/i, "a day of the session's zone"],
];

/** Each place of a source in which a statement would ask PostgreSQL for a local day. */
export function localDaysIn(source: string): string[] {
  return source.split('\n').flatMap((line, at) => {
    const reason = /^\s*(?:\/\/|\*|\/\*)/.test(line) ? undefined : refused.find(([pattern]) => pattern.test(line))?.[1];
    return reason ? [`${at + 1}: ${reason}: ${line.trim().slice(0, 120)}`] : [];
  });
}

/**
 * Each place of a test with a company in a zone of its own that takes UTC's day for the company's: such a test fails
 * in the hours in which the two differ.
 */
export function foreignDaysIn(test: string): string[] {
  if (!/BUSINESS_TIMEZONE: (?!'UTC')/.test(test)) return [];
  return test
    .split('\n')
    .flatMap((line, at) =>
      /new Date\(\)\.toISOString\(\)\.slice\(0, 10\)|\bcurrent_date\b/.test(line)
        ? [`${at + 1}: UTC's day in a company's zone, use dayAt: ${line.trim().slice(0, 120)}`]
        : [],
    );
}

if (import.meta.main) {
  const files = globSync('{server,shared,scripts,e2e}/**/*.ts', {
    exclude: (path) => /node_modules|rest-contract\/clients|db\/migrations\/|local-days(?:\.test)?\.ts$/.test(path),
  });
  const found = files.flatMap((file) => {
    const places = file.endsWith('.test.ts') ? foreignDaysIn : file.startsWith('e2e/') ? () => [] : localDaysIn;
    return places(readFileSync(file, 'utf8')).map((place) => `${file}:${place}`);
  });
  for (const place of found) console.error(place);
  if (found.length > 0) process.exit(1);
}
