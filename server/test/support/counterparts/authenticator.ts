import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const b64 = (data: Buffer | string) => Buffer.from(data).toString('base64url');
const VERIFIED = 0b101;
const PRESENT = 0b001;
const WITH_KEY = 0b0100_0000;

export interface Shown {
  /** The site that the browser shows, and the host that the key belongs to. */
  origin?: string;
  host?: string;
  /** Without it the device asked for nothing. */
  isVerified?: boolean;
  counter?: number;
}

/** A device with one passkey, as WebAuthn Level 3 has it: ES256, no attestation. */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (host: string, flags: number, count: number) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(host), head]);
  };
  const named = { id: b64(id), rawId: b64(id), type: 'public-key' as const };
  return {
    /** The answer to the options of a new passkey. */
    create(challenge: string, { origin = 'http://localhost', host = 'localhost', isVerified = true }: Shown = {}) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const authData = Buffer.concat([
        data(host, WITH_KEY | (isVerified ? VERIFIED : PRESENT), counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, origin)),
          attestationObject: b64(attestation),
          transports: ['internal'],
        },
      };
    },
    /** The answer to the options of a sign-in. */
    get(challenge: string, shown: Shown = {}) {
      const { origin = 'http://localhost', host = 'localhost', isVerified = true } = shown;
      counter = shown.counter ?? counter + 1;
      const client = clientData('webauthn.get', challenge, origin);
      const authData = data(host, isVerified ? VERIFIED : PRESENT, counter);
      const signature = sign(
        'sha256',
        Buffer.concat([authData, sha256(client)]),
        createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      );
      return {
        ...named,
        response: { clientDataJSON: b64(client), authenticatorData: b64(authData), signature: b64(signature) },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof newAuthenticator>;
