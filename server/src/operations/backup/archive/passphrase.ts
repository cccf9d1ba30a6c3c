import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';

/** 128 MiB and about a third of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const PASSPHRASE_MIN = 12;

const sealedSchema = z.object({
  kdf: z.literal('scrypt'),
  N: z
    .number()
    .int()
    .max(2 ** 20),
  r: z.number().int().max(32),
  p: z.number().int().max(16),
  salt: z.base64(),
  iv: z.base64(),
  tag: z.base64(),
  data: z.base64(),
});
/** The secrets that an installation needs in addition to its data. */
export const secretsSchema = z.object({ sessionSecret: z.string() });
export type KeptSecrets = z.infer<typeof secretsSchema>;

const derive: (
  passphrase: string,
  salt: Buffer,
  length: number,
  cost: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer> = promisify(scrypt);

/** Encrypts the secrets of an installation with AES-256-GCM under a key of the passphrase; JSON text. */
export async function sealSecrets(secrets: KeptSecrets, passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, 32, COST), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const { N, r, p } = COST;
  return JSON.stringify({
    kdf: 'scrypt',
    N,
    r,
    p,
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  });
}

/** Opens what sealSecrets made. Throws a sentence when the passphrase is another one. */
export async function openSealedSecrets(text: string, passphrase: string): Promise<KeptSecrets> {
  const { N, r, p, salt, iv, tag, data } = sealedSchema.parse(JSON.parse(text));
  const key = await derive(passphrase, Buffer.from(salt, 'base64'), 32, { ...COST, N, r, p });
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  let opened: string;
  try {
    opened = decipher.update(Buffer.from(data, 'base64'), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Error('The secrets in this backup were encrypted with another passphrase. Give that one, or none.');
  }
  return secretsSchema.parse(JSON.parse(opened));
}

/** BACKUP_PASSPHRASE, or what the file BACKUP_PASSPHRASE_FILE holds; undefined when neither is set. */
export async function readPassphrase(config: {
  BACKUP_PASSPHRASE?: string | undefined;
  BACKUP_PASSPHRASE_FILE?: string | undefined;
}): Promise<string | undefined> {
  if (config.BACKUP_PASSPHRASE) return config.BACKUP_PASSPHRASE;
  const file = config.BACKUP_PASSPHRASE_FILE;
  if (!file) return undefined;
  const text = (
    await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`BACKUP_PASSPHRASE_FILE ${file} cannot be read (${error.code}).`);
    })
  ).trim();
  if (text.length < PASSPHRASE_MIN)
    throw new Error(`BACKUP_PASSPHRASE_FILE ${file} must hold at least ${PASSPHRASE_MIN} characters.`);
  return text;
}
