import { canonicalJson, type Json } from '../../base/canonical-json.ts';

/** What checking a pack needs; browsers and Node have it as WebCrypto, some older ones without Ed25519. */
export interface PackCrypto {
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** Whether this Ed25519 key (32 bytes) signed the message. */
  verify(
    key: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
}

export const webCrypto: PackCrypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async verify(key, signature, message) {
    // Bytes that are no point of the curve are no key.
    const known = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']).catch(() => undefined);
    return known !== undefined && crypto.subtle.verify('Ed25519', known, signature, message);
  },
};

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
/** Only what is written in its one form is what was signed; undefined for anything else. */
export function parseCanonical<T>(bytes: Uint8Array): T | undefined {
  try {
    const text = textOf(bytes);
    const value: Json = JSON.parse(text);
    return canonicalJson(value) === text ? (value as T) : undefined;
  } catch {
    // Not UTF-8 or not JSON: the caller says what it should have been.
    return undefined;
  }
}
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = typeof text === 'string' && /^[\w-]*$/.test(text) ? text : '';
  return Uint8Array.from(atob(plain.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
