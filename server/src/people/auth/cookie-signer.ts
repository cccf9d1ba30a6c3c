import { Signer } from '@fastify/cookie';

/** Signed cookies that are remembered; some 300 bytes each. */
const REMEMBERED_MAX = 5000;

/**
 * Signs cookies as @fastify/cookie does, with the first of the secrets, and caches valid ones: a browser sends the same
 * one with every call, and its session is signed again for the answer.
 */
export function rememberingSigner(secrets: string[]): Pick<Signer, 'sign' | 'unsign'> {
  const signer = new Signer(secrets);
  const right = new Map<string, ReturnType<Signer['unsign']>>();
  const signed = new Map<string, string>();
  return {
    sign: (value) => signed.get(value) ?? signer.sign(value),
    unsign: (cookie) => {
      const known = right.get(cookie);
      if (known) return known;
      const unsigned = signer.unsign(cookie);
      if (!unsigned.valid) return unsigned;
      if (right.size >= REMEMBERED_MAX) {
        right.clear();
        signed.clear();
      }
      right.set(cookie, unsigned);
      // One of an earlier secret is renewed: its value has another signature from now on.
      if (!unsigned.renew) signed.set(unsigned.value, cookie);
      return unsigned;
    },
  };
}
