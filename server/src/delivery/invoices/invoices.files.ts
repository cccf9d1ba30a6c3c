import type { XmlSyntax } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import type { Paper } from '../../company/papers/paper.ts';
import { query } from '../../db/query.ts';
import type { AppContext, Services } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { findSeen } from '../../people/customers/members.queries.ts';
import { bytesFrom } from '../../process/outside/streams.ts';
import type { InvoiceFileKind } from './invoice.entity.ts';
import { customerOfInvoice, readInvoice } from './invoices.queries.ts';
import { requireIssued } from './invoices.service.ts';

interface Stored {
  number: string;
  bytes: Buffer;
}
async function findFile(em: AppContext['em'], id: number, kind: InvoiceFileKind): Promise<Stored | undefined> {
  const [row] = await query<Stored>(
    em,
    'select i.number, f.bytes from invoice_files f join invoices i on i.id = f.invoice_id where f.invoice_id = ? and f.kind = ?',
    [id, kind],
  );
  return row;
}
/** A number as a file may be called by it. */
const fileName = (number: string, end: string): string => `${number.replaceAll(/[^A-Za-z0-9._-]/g, '-')}.${end}`;

/**
 * The paper as it was issued, byte for byte.
 *
 * @throws 404, 409 INVOICE_NOT_ISSUED for a draft
 */
export async function readPaper(ctx: AppContext, id: number): Promise<Paper> {
  requireIssued(await readInvoice(ctx, id));
  const file = await findFile(ctx.em, id, 'pdf');
  if (!file) throw notFound('Invoice');
  return { name: fileName(file.number, 'pdf'), size: file.bytes.length, bytes: bytesFrom([file.bytes]) };
}

/**
 * The electronic invoice as it was issued.
 *
 * @throws 404, 409 INVOICE_NOT_ISSUED, 409 NO_ELECTRONIC_INVOICE with the reasons
 */
export async function readXml(ctx: AppContext, id: number, syntax: XmlSyntax): Promise<Paper> {
  const invoice = await readInvoice(ctx, id);
  requireIssued(invoice);
  const { xmlProblems } = invoice;
  const file = await findFile(ctx.em, id, syntax);
  if (!file)
    throw conflict(
      'NO_ELECTRONIC_INVOICE',
      xmlProblems[0] ?? t('There is no electronic invoice of this one'),
      xmlProblems.map((message) => ({ path: '', message })),
    );
  return { name: fileName(file.number, 'xml'), size: file.bytes.length, bytes: bytesFrom([file.bytes]) };
}

/** The paper of one's own invoice, or of a customer that one may see. Rejects with 404. */
export async function requireMine(ctx: AppContext, id: number): Promise<number> {
  const customerId = await customerOfInvoice(ctx, id);
  if (!(await findSeen(ctx, customerId))) throw notFound('Invoice');
  return id;
}

/** The paper for a mail; undefined when it is gone. */
export async function paperForMail(
  services: Services,
  id: number,
): Promise<{ filename: string; content: Buffer } | undefined> {
  const file = await findFile(services.orm.em.fork(), id, 'pdf');
  return file && { filename: fileName(file.number, 'pdf'), content: file.bytes };
}
