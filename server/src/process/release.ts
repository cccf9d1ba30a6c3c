import { readFileSync } from 'node:fs';

/** The release that runs, as the root package.json names it. */
export const release: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

const partsOf = (name: string) => name.split(/[.-]/).slice(0, 3).map(Number);

/** Whether release `one` came after `other`; both like 1.2.3. */
export function isNewer(one: string, other: string): boolean {
  const others = partsOf(other);
  for (const [at, part] of partsOf(one).entries()) {
    const difference = part - (others[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
