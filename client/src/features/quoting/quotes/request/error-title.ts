import { formatCount } from '../../../../lib/words/format.ts';

const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), values);
const isMissing = (value: unknown) => value === undefined || value === null || String(value).trim() === '';

/** What to do about the fields with errors: fill in the empty ones, correct the others. */
export function errorTitle(paths: readonly string[], values: unknown): string {
  const missing = paths.filter((path) => isMissing(valueAt(values, path))).length;
  const verb = missing === 0 ? 'correct' : missing === paths.length ? 'fill in' : 'fix';
  return `Please ${verb} ${formatCount(paths.length, 'field')}`;
}
