import { argon2Sync, randomBytes } from 'node:crypto';

const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * The hash of a password in the form that the product stores, by the least work that argon2id allows: nearly every test
 * signs somebody in, and few are about what a try costs an attacker.
 */
export function quickHash(password: string): string {
  const nonce = randomBytes(16);
  const message = Buffer.from(password.normalize('NFKC'));
  const tag = argon2Sync('argon2id', { message, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 });
  return `$argon2id$v=19$m=8,t=1,p=1$${plain(nonce)}$${plain(tag)}`;
}
