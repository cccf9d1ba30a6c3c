import type { Readable } from 'node:stream';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { holderOf } from '../../http/bodies/multipart.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import { type AppContext, now, type Services, systemContext } from '../../http/context.ts';
import { DomainError, notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { seesRow } from '../../people/customers/members.queries.ts';
import { ZipStream } from '../../process/outside/archives.ts';
import { inBackground } from '../../process/outside/background.ts';
import { isOwnOrder, readOrder } from '../orders/orders.queries.ts';
import { opensProof, proofUrl } from '../proof/proof-link.ts';
import { streamPack } from './pack.service.ts';
import { printProof } from './proof-sheet/proof.service.ts';
import { csvOf } from './proof-sheet/proofs-csv.ts';
import { sealOrder } from './seal.service.ts';

interface Handed {
  name: string;
  type: 'application/pdf' | 'application/zip';
  bytes: Readable;
}

/** The product itself extends the chain, no matter who asks for it. */
const asSystem = (ctx: AppContext): AppContext => ({
  ...ctx,
  caller: { grants: [], visitor: ctx.caller.visitor, isSystem: true },
});
const isNoOrder = (error: unknown): boolean => error instanceof DomainError && error.reason === 'ORDER_NOT_FOUND';
const seal = (ctx: AppContext, id: number) => sealOrder(asSystem(ctx), id);

/**
 * The proof of an order. Staff and keys read any, drivers their own orders'. The link from a mail opens one order's for
 * 30 days, without the names of office users; so do the members of its customer read it. 404 for everybody else.
 */
export async function handOutProof(
  ctx: AppContext,
  { id, token }: { id: number; token?: string | undefined },
): Promise<Handed> {
  if (token !== undefined) await countTry(ctx, 'evidence.proof');
  const isOpened = token !== undefined && opensProof(ctx, id, token, now(ctx));
  const isStaff = ctx.grant === 'yes';
  const isMember = !isOpened && !isStaff && (await seesRow(ctx, 'orders', 'id', id));
  const mayLook: AppContext = isOpened || isMember ? { ...ctx, grant: 'yes' } : ctx;
  const order = await readOrder(mayLook, id);
  // A phone that opened the order with its code shows it; the paper is for who signed in or was sent it.
  const isTheirs = isMember || (ctx.caller.user?.role === 'driver' && isOwnOrder(ctx, order));
  if (!isOpened && !isStaff && !isTheirs) throw notFound('Order');
  const isForOffice = isStaff && !isOpened && merchantOf(ctx) === undefined;
  const { name, bytes } = await printProof(ctx, order, await seal(ctx, id), isForOffice ? 'staff' : 'customer');
  return { name, type: 'application/pdf', bytes };
}

/** The proof of an order for the mail of its delivery, as its customer reads it; undefined when the order is gone. */
export async function proofForMail(services: Services, id: number): Promise<(Handed & { url: string }) | undefined> {
  const ctx: AppContext = { ...systemContext(services), em: services.orm.em.fork(), grant: 'yes' };
  const order = await readOrder(ctx, id).catch((error: unknown) => {
    if (isNoOrder(error)) return undefined;
    throw error;
  });
  if (!order) return undefined;
  const { name, bytes } = await printProof(ctx, order, await seal(ctx, id), 'customer');
  return { name, type: 'application/pdf', bytes, url: proofUrl(ctx, order) };
}

/** The evidence pack of an order, signed. 404 for an order that is not there. */
export async function handOutPack(ctx: AppContext, { id }: { id: number }): Promise<Handed> {
  const order = await readOrder(ctx, id);
  const sealed = await seal(ctx, id);
  // The ZIP says the size of a file before the file: the paper is drawn to the disk first.
  const reception = ctx.services.incoming.open(holderOf(ctx));
  try {
    const paper = await reception.receive((await printProof(ctx, order, sealed, 'staff')).bytes);
    const bytes = await streamPack(ctx, order, sealed, paper);
    bytes.once('close', () => inBackground('The end of a pack', () => reception.close()));
    return { name: `evidence-${order.trackingNumber}.zip`, type: 'application/zip', bytes };
  } catch (error) {
    await reception.close();
    throw error;
  }
}

/** The proofs of several orders with a table of them, one order in memory at a time. 404 names the first id that is none. */
export async function handOutProofs(ctx: AppContext, { ids }: { ids: readonly number[] }): Promise<Handed> {
  const orders: Order[] = [];
  for (const id of new Set(ids))
    orders.push(
      await readOrder(ctx, id).catch((error: unknown) => {
        throw isNoOrder(error)
          ? new DomainError('NOT_FOUND', 'ORDER_NOT_FOUND', t('There is no order with the id {id}', { id }))
          : error;
      }),
    );
  const reader = merchantOf(ctx) === undefined ? 'staff' : 'customer';
  const print = async (order: Order) => (await printProof(ctx, order, await seal(ctx, order.id), reader)).bytes;
  const zip = new ZipStream();
  const options = { compress: false, mtime: now(ctx) };
  zip.add('proofs.csv', Buffer.from(csvOf(orders, ctx.services.config.BUSINESS_TIMEZONE)), options);
  for (const order of orders) zip.addLazily(`proof-${order.trackingNumber}.pdf`, options, () => print(order));
  const bytes = zip.end();
  return { name: `proofs-${orders.length}-orders.zip`, type: 'application/zip', bytes };
}
