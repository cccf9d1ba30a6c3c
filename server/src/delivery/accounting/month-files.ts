import type { Readable } from 'node:stream';
import { unitsOf } from '@quickfleet/shared/base/money/money';
import type { ByMonth } from '@quickfleet/shared/delivery/accounting/accounting';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { query } from '../../db/query.ts';
import { commitOnce } from '../../db/transaction.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { ZipStream } from '../../process/outside/archives.ts';
import { bytesFrom } from '../../process/outside/streams.ts';
import { paymentsOf, taxedOf } from './booked.queries.ts';
import { batchHead, documentGuid, fitsDatev, inAnsi, paperLines, paymentLine } from './datev.ts';
import { readMonth } from './months.queries.ts';
import { readAccounts } from './months.service.ts';

interface File {
  name: string;
  type: string;
  bytes: Readable;
}

/** YYYYMMDDHHMMSSFFF. */
const stampOf = (at: Date): string => at.toISOString().replaceAll(/\D/g, '');

const noteExport = (ctx: AppContext, detail: string): Promise<void> =>
  commitOnce(ctx.services, async (em) => {
    record({ ...ctx, em }, { subject: 'export', subjectId: 0, action: 'export.table', detail });
  });

async function* datevLines(ctx: AppContext, month: string): AsyncGenerator<Buffer> {
  const accounts = await readAccounts(ctx, month);
  const { quoting } = await readCompany(ctx.em);
  const isClosed = (await readMonth(ctx, month)).closedAt !== null;
  const line = (text: string) => inAnsi(`${text}\r\n`);
  const head = { month, accounts, currency: quoting.currency, isClosed, madeAt: stampOf(now(ctx)) };
  for (const text of batchHead(head)) yield line(text);
  for await (const paper of taxedOf(ctx, month))
    for (const text of paperLines(paper, accounts, isClosed)) yield line(text);
  for await (const payment of paymentsOf(ctx, month))
    yield line(paymentLine(payment, unitsOf(payment.amount, payment.currency), accounts, isClosed));
}

/**
 * The bookings of a month for DATEV, written while they are read.
 *
 * @throws 409 NO_DATEV for a currency with three decimals
 */
export async function datevFile(ctx: AppContext, { month }: ByMonth): Promise<File> {
  const { totals } = await readMonth(ctx, month);
  const fine = totals.find(({ currency }) => !fitsDatev(currency));
  if (fine)
    throw conflict(
      'NO_DATEV',
      t('DATEV has two decimals, and {currency} has three. Use the journal', { currency: fine.currency }),
    );
  const name = `EXTF_Buchungsstapel_${month}.csv`;
  await noteExport(ctx, name);
  return { name, type: 'text/csv; charset=windows-1252', bytes: bytesFrom(datevLines(ctx, month)) };
}

interface Stored {
  id: number;
  kind: 'pdf' | 'cii' | 'ubl';
  number: string;
  hash: string;
}
const plain = (number: string): string => number.replaceAll(/[^A-Za-z0-9._-]/g, '-');
const nameOf = ({ number, kind }: Stored): string =>
  kind === 'pdf' ? `${plain(number)}.pdf` : `${plain(number)}-${kind}.xml`;

/** Which paper has which link, as DATEV's document transfer reads it. */
function linksXml(files: readonly Stored[], at: Date): string {
  const papers = files.filter(({ kind }) => kind === 'pdf');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<archive xmlns="http://xml.datev.de/bedi/tps/document/v06.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ' xsi:schemaLocation="http://xml.datev.de/bedi/tps/document/v06.0 Document_v060.xsd" version="6.0"' +
      ' generatingSystem="QuickFleet">',
    `  <header><date>${at.toISOString().slice(0, 19)}</date></header>`,
    '  <content>',
    ...papers.map(
      (file) =>
        `    <document guid="${documentGuid(file.hash)}"><extension xsi:type="File" name="${nameOf(file)}"/></document>`,
    ),
    '  </content>',
    '</archive>',
    '',
  ].join('\n');
}

/** All papers of a month as they were issued, one in memory at a time, with the links that the bookings have. */
export async function monthArchive(ctx: AppContext, { month }: ByMonth): Promise<File> {
  const files = await query<Stored>(
    ctx.em,
    `select i.id, f.kind, i.number, coalesce(i.pdf_hash, '') as hash
       from invoices i join invoice_files f on f.invoice_id = i.id
      where i.issued_on >= ?::date and i.issued_on < ?::date + interval '1 month'
      order by i.issued_on, i.id, f.kind`,
    [`${month}-01`, `${month}-01`],
  );
  const read = async ({ id, kind }: Stored) => {
    const [row] = await query<{ bytes: Buffer }>(
      ctx.em,
      'select bytes from invoice_files where invoice_id = ? and kind = ?',
      [id, kind],
    );
    return row && bytesFrom([row.bytes]);
  };
  const name = `accounting-${month}.zip`;
  await noteExport(ctx, name);
  const at = now(ctx);
  const options = { compress: false, mtime: at };
  const zip = new ZipStream();
  zip.add('document.xml', Buffer.from(linksXml(files, at)), options);
  for (const file of files) zip.addLazily(nameOf(file), options, () => read(file));
  return { name, type: 'application/zip', bytes: zip.end() };
}
