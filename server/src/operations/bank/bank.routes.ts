import { bankStatement, bankStatementForm } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInTransaction } from '../../db/transaction.ts';
import { readFields } from '../../http/bodies/known-fields.ts';
import { withForm } from '../../http/bodies/multipart.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { RequestContext } from '../../http/context.ts';
import { badRequest } from '../../http/errors.ts';
import { readFile, takeStatement } from './bank.service.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** POST /bank-statements with a file. */
export function registerBankRoutes(app: FastifyInstance, getContext: GetContext): void {
  app.post('/bank-statements', { config: { output: bankStatement } }, async (request, reply) => {
    const ctx = await getContext(request, reply);
    const grant = authorize(ctx, 'bankStatements.create');
    const { statement, isKnown } = await withForm(
      ctx,
      request,
      async ({ fields, files }) => {
        const input = readFields(request, bankStatementForm, fields, { files: ['file'], thing: bankStatement });
        const file = files.find(({ field }) => field === 'file');
        const sentence = t('Please choose a file of the bank');
        if (!file) throw badRequest('NO_FILE', sentence, [{ path: 'file', message: sentence }]);
        const read = await readFile(file, input);
        const body = { ...input, name: file.name, sha256: file.sha256 };
        return runInTransaction(ctx, 'bankStatements.create', body, (em) =>
          takeStatement({ ...ctx, em, grant }, file, read),
        );
      },
      { word: 'file' },
    );
    return reply.code(isKnown ? 200 : 201).send(statement);
  });
}
