/** What JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/**
 * The one text of a JSON value (RFC 8785): no spaces, names in the order of their UTF-16 units, names without a value
 * left out. What is hashed or signed is hashed or signed in this form.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).filter((member): member is [string, Json] => member[1] !== undefined);
    members.sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number');
  return JSON.stringify(value);
}
