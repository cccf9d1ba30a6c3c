import webPush from 'web-push';
import { c, readRow, run, select } from '../../db/rows.ts';
import type { WorkContext } from '../../http/context.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}
const ONLY = 1;

const stored = select({ publicKey: c.text('public_key'), privateSealed: c.text('private_sealed') });
async function readKeys({ em, services }: WorkContext): Promise<PushKeys | undefined> {
  const row = await readRow(em, stored, 'select $columns from push_keys where id = ?', [ONLY]);
  const privateKey = row && services.secrets.open(row.privateSealed);
  return row && privateKey ? { publicKey: row.publicKey, privateKey } : undefined;
}

/**
 * The key pair that push services know this company by, made once for the installation. One that no known secret opens
 * is replaced; what subscribed with it is forgotten, because nobody could send to it any more.
 */
export async function findPushKeys(ctx: WorkContext): Promise<PushKeys> {
  const known = await readKeys(ctx);
  if (known) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  // Two processes may start together: the first one's pair counts, unless it cannot be opened.
  await run(ctx.em, 'select pg_advisory_xact_lock(hashtext(?))', ['push_keys']);
  const existing = await readKeys(ctx);
  if (existing) return existing;
  const lost = await run(ctx.em, 'delete from push_keys where id = ? returning id', [ONLY]);
  if (lost > 0)
    for (const table of ['push_subscriptions', 'delivery_pushes']) await run(ctx.em, `delete from ${table}`, []);
  await run(ctx.em, 'insert into push_keys (id, public_key, private_sealed, created_at) values (?, ?, ?, ?)', [
    ONLY,
    publicKey,
    ctx.services.secrets.seal(privateKey),
    ctx.services.clock(),
  ]);
  return { publicKey, privateKey };
}
