import { badRequest } from './errors.ts';

const DEPTH_MAX = 50;
/** A value in one canonical form, so that the order of keys makes no other body. */
export function canonical(value: unknown, depth = 0): string {
  // Nested far deeper than any body of ours: not worth the stack it would take.
  if (depth > DEPTH_MAX) throw badRequest('TOO_DEEP', 'The request body is nested too deeply');
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner, depth + 1)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return `{${entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner, depth + 1)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
