import { byId } from '@quickfleet/shared/base/primitives';
import {
  labelQuery,
  labelsQuery,
  runSheetQuery,
  statementQuery,
  zplLabelsQuery,
  zplQuery,
} from '@quickfleet/shared/company/papers';
import { payPeriod, payQuery } from '@quickfleet/shared/delivery/drivers/pay';
import { invoiceXmlQuery } from '@quickfleet/shared/delivery/invoices/invoices';
import { byReference } from '@quickfleet/shared/delivery/my/my';
import { byDeliveryToken } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { Action } from '@quickfleet/shared/permissions';
import { byToken } from '@quickfleet/shared/quoting/quote-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Paper } from '../../company/papers/paper.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { requireSeen } from '../../people/customers/members.queries.ts';
import { printCalendar } from '../calendars/delivery-file.ts';
import { readPaper, readXml, requireMine } from '../invoices/invoices.files.ts';
import { findMyQuote } from '../my/my.quotes.ts';
import { findReceipt } from '../tracking/delivery-page.service.ts';

// Loaded with the first paper: what draws takes 35 MB, and many a server never prints.
const labels = () => import('./labels.service.ts');
const statements = () => import('./statement.service.ts');
const quotePapers = () => import('../../quoting/papers/quote-paper.service.ts');
const pays = () => import('../pay/pay-paper.service.ts');
const runSheets = () => import('./run-sheet.service.ts');

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** The papers that are printed: PDF files, and labels in the language of label printers; drawn while they are read and kept nowhere. */
export function registerPaperRoutes(app: FastifyInstance, getContext: GetContext): void {
  const paper = (
    path: string,
    action: Action,
    print: (ctx: AppContext, request: FastifyRequest) => Promise<Paper>,
    type = 'application/pdf',
  ) =>
    app.get(path, async (request, reply) => {
      const ctx = await getContext(request, reply);
      const grant = authorize(ctx, action);
      const { name, size, bytes } = await print({ ...ctx, em: ctx.services.orm.em.fork(), grant }, request);
      // Answered while it is drawn: what fails then can only end the connection, which no browser takes for a whole file.
      bytes.on('error', (error: unknown) => {
        request.log.error({ err: error }, 'a paper broke off');
        reply.raw.destroy();
      });
      if (size !== undefined) reply.header('content-length', size);
      return (
        reply
          .header('content-type', type)
          .header('content-disposition', `${type === 'application/pdf' ? 'inline' : 'attachment'}; filename="${name}"`)
          .header('cache-control', 'no-store')
          // Nothing in it runs here; the pages' own policy would keep Chrome's viewer from showing it.
          .header('content-security-policy', "frame-ancestors 'none'")
          .send(bytes)
      );
    });

  paper('/orders/:id/label.pdf', 'orders.label', async (ctx, { params, query }) => {
    const input = { ids: [byId.parse(params).id], ...labelQuery.parse(query) };
    return (await labels()).printLabels(ctx, input);
  });
  paper('/orders/labels.pdf', 'orders.labels', async (ctx, { query }) => {
    const input = labelsQuery.parse(query);
    return (await labels()).printLabels(ctx, input);
  });
  const zpl = 'application/zpl; charset=utf-8';
  paper(
    '/orders/:id/label.zpl',
    'orders.labelZpl',
    async (ctx, { params, query }) =>
      (await labels()).printZpl(ctx, { ids: [byId.parse(params).id], ...zplQuery.parse(query) }),
    zpl,
  );
  paper(
    '/orders/labels.zpl',
    'orders.labelsZpl',
    async (ctx, { query }) => (await labels()).printZpl(ctx, zplLabelsQuery.parse(query)),
    zpl,
  );
  paper('/quotes/:id/quote.pdf', 'quotes.paper', async (ctx, { params }) =>
    (await quotePapers()).printQuote(ctx, byId.parse(params).id, 'quote'),
  );
  paper('/quotes/:id/receipt.pdf', 'quotes.receipt', async (ctx, { params }) =>
    (await quotePapers()).printQuote(ctx, byId.parse(params).id, 'receipt'),
  );
  paper('/q/:token/quote.pdf', 'quotePage.paper', async (ctx, { params }) =>
    (await quotePapers()).printByLink(ctx, byToken.parse(params).token, 'quote'),
  );
  paper('/q/:token/receipt.pdf', 'quotePage.receipt', async (ctx, { params }) =>
    (await quotePapers()).printByLink(ctx, byToken.parse(params).token, 'receipt'),
  );
  paper(
    '/t/:token/delivery.ics',
    'deliveryPage.calendar',
    (ctx, { params }) => printCalendar(ctx, byDeliveryToken.parse(params).token),
    'text/calendar; charset=utf-8',
  );
  paper('/t/:token/receipt.pdf', 'deliveryPage.receipt', async (ctx, { params }) => {
    const id = await findReceipt(ctx, byDeliveryToken.parse(params).token);
    return (await quotePapers()).printQuote(ctx, id, 'receipt');
  });
  paper('/invoices/:id/invoice.pdf', 'invoices.paper', (ctx, { params }) => readPaper(ctx, byId.parse(params).id));
  paper(
    '/invoices/:id/invoice.xml',
    'invoices.xml',
    (ctx, { params, query }) => readXml(ctx, byId.parse(params).id, invoiceXmlQuery.parse(query).syntax),
    'application/xml; charset=utf-8',
  );
  paper('/my/invoices/:id/invoice.pdf', 'my.invoicePaper', async (ctx, { params }) =>
    readPaper(ctx, await requireMine(ctx, byId.parse(params).id)),
  );
  paper(
    '/my/invoices/:id/invoice.xml',
    'my.invoiceXml',
    async (ctx, { params, query }) =>
      readXml(ctx, await requireMine(ctx, byId.parse(params).id), invoiceXmlQuery.parse(query).syntax),
    'application/xml; charset=utf-8',
  );
  paper('/customers/:id/statement.pdf', 'customers.statement', async (ctx, { params, query }) =>
    (await statements()).printStatement(ctx, { ...byId.parse(params), ...statementQuery.parse(query) }),
  );
  paper(
    '/customers/:id/statement.csv',
    'customers.statementTable',
    async (ctx, { params, query }) =>
      (await statements()).exportStatement(ctx, { ...byId.parse(params), ...statementQuery.parse(query) }),
    'text/csv; charset=utf-8',
  );
  paper('/my/quotes/:reference/quote.pdf', 'my.paper', async (ctx, { params }) => {
    const { id } = await findMyQuote(ctx, byReference.parse(params).reference);
    return (await quotePapers()).printSentQuote(ctx, id, 'quote');
  });
  paper('/my/quotes/:reference/receipt.pdf', 'my.receipt', async (ctx, { params }) => {
    const { id } = await findMyQuote(ctx, byReference.parse(params).reference);
    return (await quotePapers()).printSentQuote(ctx, id, 'receipt');
  });
  paper('/my/customers/:id/statement.pdf', 'my.statement', async (ctx, { params, query }) => {
    const { id } = await requireSeen(ctx, byId.parse(params).id);
    return (await statements()).printStatement(ctx, { id, ...statementQuery.parse(query) });
  });
  paper(
    '/my/customers/:id/statement.csv',
    'my.statementTable',
    async (ctx, { params, query }) => {
      const { id } = await requireSeen(ctx, byId.parse(params).id);
      return (await statements()).exportStatement(ctx, { id, ...statementQuery.parse(query) });
    },
    'text/csv; charset=utf-8',
  );
  paper('/drivers/:id/pay.pdf', 'pay.paper', async (ctx, { params, query }) =>
    (await pays()).printPay(ctx, payPeriod.parse({ ...payQuery.parse(query), ...byId.parse(params) })),
  );
  paper(
    '/drivers/:id/pay.csv',
    'pay.table',
    async (ctx, { params, query }) =>
      (await pays()).exportPay(ctx, payPeriod.parse({ ...payQuery.parse(query), ...byId.parse(params) })),
    'text/csv; charset=utf-8',
  );
  paper('/drivers/run-sheets.pdf', 'drivers.runSheets', async (ctx, { query }) =>
    (await runSheets()).printRunSheets(ctx, runSheetQuery.parse(query)),
  );
  paper('/drivers/:id/run-sheet.pdf', 'drivers.runSheet', async (ctx, { params, query }) => {
    const input = { ...byId.parse(params), ...runSheetQuery.parse(query) };
    return (await runSheets()).printRunSheet(ctx, input);
  });
}
