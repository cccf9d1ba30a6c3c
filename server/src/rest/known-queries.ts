import {
  labelQuery,
  labelsQuery,
  runSheetQuery,
  statementQuery,
  zplLabelsQuery,
  zplQuery,
} from '@quickfleet/shared/company/papers';
import { monthQuery } from '@quickfleet/shared/delivery/accounting/accounting';
import { payQuery } from '@quickfleet/shared/delivery/drivers/pay';
import { keysQuery, proofQuery, proofsQuery } from '@quickfleet/shared/delivery/evidence/evidence';
import { KEYS_PATH } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { invoicesTableQuery, invoiceXmlQuery } from '@quickfleet/shared/delivery/invoices/invoices';
import {
  accountingQuery,
  activityTableQuery,
  csvQuery,
  customersTableQuery,
  emailsTableQuery,
  ordersTableQuery,
  paymentsTableQuery,
  quotesTableQuery,
  tableQuery,
} from '@quickfleet/shared/operations/exports';
import { reportQuery } from '@quickfleet/shared/operations/reports/reports';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../http/errors.ts';
import { procedures } from '../router.ts';
import { restRoutes } from './routes.ts';

const none = z.object({});
/** The queries of the GET routes that no procedure describes: a route that is not listed stops the start. */
const plainQueries: Readonly<Partial<Record<string, z.ZodObject>>> = {
  '/files/:key': z.object({ size: z.string(), name: z.string() }),
  [KEYS_PATH]: keysQuery,
  '/u/:token': none,
  '/auth/email/:token': none,
  '/api/quotes': none,
  '/api/customers': none,
  [`${API_BASE}/accounting/datev.csv`]: monthQuery,
  [`${API_BASE}/accounting/month.zip`]: monthQuery,
  [`${API_BASE}/customers/:id/personal-data.zip`]: none,
  [`${API_BASE}/customers/:id/statement.csv`]: statementQuery,
  [`${API_BASE}/customers/:id/statement.pdf`]: statementQuery,
  [`${API_BASE}/drivers/:id/pay.csv`]: payQuery,
  [`${API_BASE}/drivers/:id/pay.pdf`]: payQuery,
  [`${API_BASE}/drivers/:id/run-sheet.pdf`]: runSheetQuery,
  [`${API_BASE}/drivers/run-sheets.pdf`]: runSheetQuery,
  [`${API_BASE}/exports/:id/download`]: none,
  [`${API_BASE}/imports/:id/failed.csv`]: none,
  [`${API_BASE}/invoices/:id/invoice.pdf`]: none,
  [`${API_BASE}/invoices/:id/invoice.xml`]: invoiceXmlQuery,
  [`${API_BASE}/my/invoices/:id/invoice.pdf`]: none,
  [`${API_BASE}/my/invoices/:id/invoice.xml`]: invoiceXmlQuery,
  [`${API_BASE}/my/customers/:id/statement.csv`]: statementQuery,
  [`${API_BASE}/my/customers/:id/statement.pdf`]: statementQuery,
  [`${API_BASE}/my/quotes/:reference/quote.pdf`]: none,
  [`${API_BASE}/my/quotes/:reference/receipt.pdf`]: none,
  [`${API_BASE}/orders/:id/evidence.zip`]: none,
  [`${API_BASE}/orders/:id/label.pdf`]: labelQuery,
  [`${API_BASE}/orders/:id/label.zpl`]: zplQuery,
  [`${API_BASE}/orders/:id/proof.pdf`]: proofQuery,
  [`${API_BASE}/orders/labels.pdf`]: labelsQuery,
  [`${API_BASE}/orders/labels.zpl`]: zplLabelsQuery,
  [`${API_BASE}/orders/proofs.zip`]: proofsQuery,
  [`${API_BASE}/q/:token/quote.pdf`]: none,
  [`${API_BASE}/q/:token/receipt.pdf`]: none,
  [`${API_BASE}/t/:token/delivery.ics`]: none,
  '/calendar/:token.ics': none,
  [`${API_BASE}/t/:token/receipt.pdf`]: none,
  [`${API_BASE}/quotes/:id/quote.pdf`]: none,
  [`${API_BASE}/quotes/:id/receipt.pdf`]: none,
};

/** Only CSV has something between its cells. */
const ofForm = (form: 'csv' | 'xlsx', query: z.ZodObject) =>
  query.extend(form === 'csv' ? csvQuery.shape : tableQuery.shape);
/** The tables of lists, in both forms. */
const tableQueries: Readonly<Partial<Record<string, z.ZodObject>>> = Object.fromEntries(
  (['csv', 'xlsx'] as const).flatMap((form) => [
    [`${API_BASE}/orders.${form}`, ofForm(form, ordersTableQuery)],
    [`${API_BASE}/quotes.${form}`, ofForm(form, quotesTableQuery)],
    [`${API_BASE}/customers.${form}`, ofForm(form, customersTableQuery)],
    [`${API_BASE}/payments.${form}`, ofForm(form, paymentsTableQuery)],
    [`${API_BASE}/emails.${form}`, ofForm(form, emailsTableQuery)],
    [`${API_BASE}/activity.${form}`, ofForm(form, activityTableQuery)],
    [`${API_BASE}/invoices.${form}`, ofForm(form, invoicesTableQuery)],
    [`${API_BASE}/accounting.${form}`, ofForm(form, accountingQuery)],
    ...(form === 'csv'
      ? [
          [`${API_BASE}/accounting/journal.csv`, ofForm(form, monthQuery)],
          [`${API_BASE}/accounting/tax.csv`, ofForm(form, monthQuery)],
        ]
      : []),
    [`${API_BASE}/reports/:name.${form}`, ofForm(form, reportQuery)],
  ]),
);
const queryOf = (url: string): z.ZodObject | undefined => plainQueries[url] ?? tableQueries[url];

/** The fields of an input; undefined when they cannot be told. */
function fieldsOf(schema: unknown): string[] | undefined {
  if (schema === undefined || schema instanceof z.ZodVoid || schema instanceof z.ZodUndefined) return [];
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return fieldsOf(schema.unwrap());
  return undefined;
}
const ofProcedures = new Map(
  restRoutes.all.map(({ procedure, path }) => {
    const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
    const fields = fieldsOf(procedures[procedure]?._def.inputs?.[0]);
    return [procedure, fields?.filter((name) => !inPath.includes(name))];
  }),
);

/** How many letters must be put in, taken out or changed to make one word of another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [at, sign] of [...from].entries()) {
    const next = [at + 1];
    for (let place = 0; place < to.length; place++)
      next.push(
        Math.min((row[place] ?? 0) + (sign === to[place] ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
const NAME_READ_MAX = 60;
/** The name that was most likely meant. */
const nearest = (name: string, known: readonly string[]): string | undefined =>
  known
    .map((one) => ({ one, far: distance(name.toLowerCase().slice(0, NAME_READ_MAX), one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)[0]?.one;

function knownOf(request: FastifyRequest): readonly string[] | undefined {
  const plain = queryOf(request.routeOptions.url ?? '');
  if (plain) return Object.keys(plain.shape);
  return ofProcedures.get(request.routeOptions.config.procedure ?? '');
}

const READS_QUERY = new Set(['GET', 'HEAD', 'DELETE']);
/**
 * A parameter that no call knows is refused: what filters nothing would answer everything. Names that begin with `_` are
 * let through, for those who must make an address new.
 */
export function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (
      config?.procedure !== undefined ||
      ![method].flat().includes('GET') ||
      url.includes('*') ||
      url.startsWith('/trpc')
    )
      return;
    if (!queryOf(url)) throw new Error(`known-queries.ts does not say what the query of ${url} is`);
  });
  app.addHook('preValidation', async (request) => {
    if (!READS_QUERY.has(request.method)) return;
    const names = Object.keys(request.query ?? {}).filter((name) => !name.startsWith('_'));
    if (names.length === 0) return;
    const known = knownOf(request);
    const unknown = known && names.find((name) => !known.includes(name));
    if (unknown === undefined) return;
    const meant = nearest(unknown, known ?? []);
    const shown = unknown.slice(0, NAME_READ_MAX);
    const message = meant
      ? t('There is no parameter {name} here. Did you mean {meant}?', { name: shown, meant })
      : t('There is no parameter {name} here; this call takes none.', { name: shown });
    throw badRequest('UNKNOWN_PARAMETER', message, [{ path: shown, message }]);
  });
}
