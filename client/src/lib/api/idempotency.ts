/** A fresh key for one attempt at a thing; repeat it when the same attempt is sent again. */
export function newIdempotencyKey(): string {
  // crypto.randomUUID exists only on https and localhost; a first installation is often neither.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
