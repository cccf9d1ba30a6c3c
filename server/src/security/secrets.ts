import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';

/**
 * Everything derived from SESSION_SECRET; the first secret makes, all of them are accepted, so that it can be rotated.
 */
export interface Secrets {
  /** For the cookie signer, newest first. */
  cookieSecrets: string[];
  /** Keyed hashes under which a credential may be stored, newest first. */
  lookupHashes(value: string): string[];
  seal(value: string): string;
  /** undefined when no known secret opens it. */
  open(sealed: string): string | undefined;
}

const bytesOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'quickfleet', purpose, 32));
/** Created once: with raw bytes at every call, Node takes several times as long. */
const key = (secret: string, purpose: string) => createSecretKey(bytesOf(secret, purpose));

export function createSecrets(list: string): Secrets {
  const secrets = list.split(',').map((secret) => secret.trim());
  const hashKeys = secrets.map((secret) => key(secret, 'lookup'));
  const sealKeys = secrets.map((secret) => key(secret, 'seal'));
  const [newest = key('', 'seal')] = sealKeys;
  return {
    cookieSecrets: secrets.map((secret) => bytesOf(secret, 'cookie').toString('hex')),
    lookupHashes: (value) => hashKeys.map((hashKey) => createHmac('sha256', hashKey).update(value).digest('hex')),
    seal(value) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest, iv);
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      for (const sealKey of sealKeys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12));
          decipher.setAuthTag(bytes.subarray(12, 28));
          return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
        } catch {
          // Sealed under another secret of the list: the next one is tried.
        }
      }
      return undefined;
    },
  };
}

export const sha256Bytes = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer');
export const sha256 = (value: string | Buffer): string => hash('sha256', value, 'hex');
/** 32 hexadecimal digits, 122 random bits: a UUID, because Node draws random bits for many of them together. */
export const nameVisitor = (): string => randomUUID().replaceAll('-', '');
/** 16 of such digits. They guard nothing. */
export const nameRequest = (): string => nameVisitor().slice(0, 16);
export const randomKey = (bytes = 16): string => randomBytes(bytes).toString('hex');
