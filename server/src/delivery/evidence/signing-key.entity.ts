import { defineEntity, p } from '@mikro-orm/core';

/** A key of the company under which evidence is signed. The newest that is not retired signs; all of them are shown. */
export const SigningKey = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** The key's thumbprint (RFC 7638). */
    kid: p.text().primary(),
    /** The 32 bytes of the Ed25519 key, in base64url. */
    publicKey: p.text(),
    /** The private key (PKCS #8, base64), sealed under the installation's secret; null once it is retired. */
    sealed: p.text().nullable(),
    createdAt: p.datetime(3),
    retiredAt: p.datetime(3).nullable(),
  },
});
