const withoutCodes = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !/\d/.test(word) && !/^[A-Z]{1,2}-?$/.test(word))
    .join(' ')
    .trim();
const hasCode = (text: string): boolean => /\d/.test(text);

/** The town of an address, as far as its last parts say; null for an address of one part. */
export function townOf(address: string): string | null {
  const lines = address.split('\n').map((line) => line.trim());
  const [, ...below] = lines.filter(Boolean);
  const parts = (below.length > 0 ? below.join(',') : address.split(',').slice(1).join(','))
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  // 'Springfield, IL 62701': what stands with the postcode is a state, and the town before it.
  const coded = parts.findIndex((part) => hasCode(part));
  const named = [parts[coded], parts[coded - 1], ...parts].map((part) => withoutCodes(part ?? ''));
  return named.find((name) => /\p{L}{2}/u.test(name)) ?? null;
}
