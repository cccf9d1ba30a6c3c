import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { momentInWords, timeInWords } from './zoned-time.ts';

it('U122 a moment and a time name their zone', () => {
  const at = new Date('2026-07-02T13:30:00Z');
  expect(momentInWords(at, 'America/New_York')).toBe('Jul 2, 2026, 9:30 AM EDT');
  expect(timeInWords(at, 'America/New_York')).toBe('9:30 AM EDT');
  expect(momentInWords(new Date('2026-12-02T13:30:00Z'), 'UTC')).toBe('Dec 2, 2026, 1:30 PM UTC');
});

/** A window names its zone once, papers and lists above or below all of their times; hours of a week have no zone. */
const SAYS_ZONE_ELSEWHERE = [
  'client/src/lib/words/format.ts',
  'server/src/company/papers/words.ts',
  'server/src/company/settings/hours-words.ts',
  'shared/src/base/time/zoned-time.ts',
  'shared/src/quoting/window-rules.ts',
];
const HOUR_ONLY = [
  'client/src/components/planning/fit-panel.tsx',
  'client/src/components/window-field/time-field.tsx',
  'client/src/features/delivery/board/cards/card-content.tsx',
  'client/src/features/delivery/board/load/load-warning.tsx',
  'client/src/features/delivery/board/map/stop-time.tsx',
  'client/src/features/delivery/board/plan/planned-routes.tsx',
  'client/src/features/delivery/board/suggestion/course-table.tsx',
  'client/src/features/delivery/board/suggestion/suggested-stops.tsx',
  'client/src/features/delivery/board/windows.ts',
  'client/src/features/delivery/orders/cells/planned.tsx',
  'client/src/features/delivery/recurring/recurring-card.tsx',
  'client/src/lib/words/format.ts',
];

it('U122 no other source writes a time of day', () => {
  const cwd = new URL('../../../../', import.meta.url).pathname;
  const sources = globSync('{client,server,shared}/src/**/*.{ts,tsx}', { cwd }).filter(
    (file) => !file.includes('.test.'),
  );
  const withWords = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(cwd + file, 'utf8'))).toSorted();
  expect(withWords(/timeStyle: 'short'|hour: 'numeric', minute: '2-digit'|\.\.\.clockOf\(/)).toEqual(
    SAYS_ZONE_ELSEWHERE,
  );
  expect(withWords(/\bformatHour\b/)).toEqual(HOUR_ONLY);
});
