import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { canonicalJson } from '@quickfleet/shared/base/canonical-json';
import type { KeyDocument, PublicKey } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { iso } from '../../db/sql.ts';
import { type Secrets, sha256Bytes } from '../../security/secrets.ts';

interface KeyRow {
  kid: string;
  publicKey: string;
  sealed: string | null;
}
/** The key that signs now. */
export interface SigningPair {
  kid: string;
  /** The public half, 32 bytes in base64url. */
  x: string;
  privateKey: KeyObject;
}

const open = (row: KeyRow | undefined, secrets: Secrets): SigningPair | undefined => {
  const pkcs8 = row?.sealed ? secrets.open(row.sealed) : undefined;
  if (!row || !pkcs8) return undefined;
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  return { kid: row.kid, x: row.publicKey, privateKey };
};

const readActive = async (em: EntityManager): Promise<KeyRow | undefined> => {
  const [row] = await em.execute<KeyRow[]>(
    `select kid, public_key as "publicKey", sealed from signing_keys where retired_at is null order by created_at desc limit 1`,
  );
  return row;
};

async function makeKey(em: EntityManager, secrets: Secrets, at: Date): Promise<SigningPair> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { crv, kty, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (!crv || !kty || !x) throw new Error('Node made an Ed25519 key that it cannot write');
  const kid = sha256Bytes(canonicalJson({ crv, kty, x })).toString('base64url');
  const sealed = secrets.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'));
  await em.execute('insert into signing_keys (kid, public_key, sealed, created_at) values (?, ?, ?, ?)', [
    kid,
    x,
    sealed,
    at,
  ]);
  return { kid, x, privateKey };
}

const retire = (em: EntityManager, at: Date): Promise<unknown> =>
  em.execute('update signing_keys set retired_at = ?, sealed = null where retired_at is null', [at]);

/**
 * The key that signs evidence. The first call creates it; a key without its secret is retired and replaced. Several
 * processes that ask together get the same one.
 */
export async function signingPair(em: EntityManager, secrets: Secrets, at: Date): Promise<SigningPair> {
  const known = open(await readActive(em), secrets);
  if (known) return known;
  return em.fork().transactional(async (tx) => {
    await tx.execute('lock table signing_keys in share row exclusive mode');
    const present = open(await readActive(tx), secrets);
    if (present) return present;
    await retire(tx, at);
    return makeKey(tx, secrets, at);
  });
}

/** Retires the present key and begins another; what was signed stays verifiable with the published old one. */
export const rotateKey = (em: EntityManager, secrets: Secrets, at: Date): Promise<SigningPair> =>
  em.fork().transactional(async (tx) => {
    await tx.execute('lock table signing_keys in share row exclusive mode');
    await retire(tx, at);
    return makeKey(tx, secrets, at);
  });

/** Seals the present key under the newest secret, while a secret is rotated. */
export async function resealKey(em: EntityManager, secrets: Secrets): Promise<void> {
  const row = await readActive(em);
  const pkcs8 = row?.sealed ? secrets.open(row.sealed) : undefined;
  if (row && pkcs8)
    await em.execute('update signing_keys set sealed = ? where kid = ? and sealed = ?', [
      secrets.seal(pkcs8),
      row.kid,
      row.sealed,
    ]);
}

/** Every public key that the company has had, newest first. */
export async function readKeys(em: EntityManager): Promise<KeyDocument> {
  const rows = await em.execute<Pick<PublicKey, 'kid' | 'x' | 'created' | 'retired'>[]>(
    `select kid, public_key as x, ${iso('created_at')} as created, ${iso('retired_at')} as retired from signing_keys order by created_at desc`,
  );
  return { keys: rows.map((row) => ({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', ...row })) };
}
