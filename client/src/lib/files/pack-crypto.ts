import { type PackCrypto, webCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';

const KEY_BYTES = 32;
/** Any point of the curve: whether the browser takes such keys at all. */
const BASE_POINT = Uint8Array.from({ length: KEY_BYTES }, (_, at) => (at === 0 ? 0x58 : 0x66));

/**
 * The browser's own cryptography; where it has no Ed25519, or none at all because the page came over plain http, the
 * same in JavaScript.
 */
export async function findCrypto(): Promise<PackCrypto> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  const isKnown = await subtle?.importKey('raw', BASE_POINT, 'Ed25519', false, ['verify']).then(
    () => true,
    () => false,
  );
  if (isKnown) return webCrypto;
  const [{ ed25519 }, { sha256 }] = await Promise.all([
    import('@noble/curves/ed25519.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return {
    sha256: async (bytes) => (subtle ? webCrypto.sha256(bytes) : sha256(bytes)),
    async verify(key, signature, message) {
      try {
        return ed25519.verify(signature, message, key, { zip215: false });
      } catch {
        // Bytes that are no point of the curve are no key.
        return false;
      }
    },
  };
}
