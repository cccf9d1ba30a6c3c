import { byId } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/operations/bank-statements';
import { procedure, router } from '../../http/trpc.ts';
import { findStatements, readStatement } from './bank.queries.ts';
import { bookLine } from './bank.service.ts';

const tags = ['invoices'];
export const bankStatementsRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/bank-statements', tags, summary: 'List files of the bank' } })
    .input(shared.listBankStatements)
    .output(shared.bankStatementPage)
    .query(({ ctx, input }) => findStatements(ctx, input)),
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/bank-statements/{id}',
        tags,
        summary: 'Read a file of the bank with its proposals',
      },
    })
    .input(byId)
    .output(shared.bankStatement)
    .query(({ ctx, input }) => readStatement(ctx, input.id)),
  book: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/bank-statements/{id}/lines/{lineId}',
        tags,
        summary: 'Say for which invoice a line is',
        description: 'It becomes a payment of the invoice, once. What was proposed and is wrong is not proposed again.',
      },
    })
    .input(shared.bookBankLine)
    .output(shared.bankLine)
    .mutation(({ ctx, input }) => bookLine(ctx, input)),
});
