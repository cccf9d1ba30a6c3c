import { Readable } from 'node:stream';
import { byId } from '@quickfleet/shared/base/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZipFile } from 'yazl';
import { record } from '../../company/history/history.service.ts';
import { commitOnce } from '../../db/transaction.ts';
import { FILES_BASE } from '../../files/uploads/uploads.service.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { type PersonalRecords, readPersonalRecords } from '../personal-data/customers.personal-data.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

const pretty = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** One folder: a JSON file for each kind of data, and the pictures as they are stored, one read at a time. */
function zipOf({ services }: AppContext, { files, ...records }: PersonalRecords): ZipFile {
  const zip = new ZipFile();
  for (const [name, rows] of Object.entries(records)) zip.addBuffer(pretty(rows), `${name}.json`);
  for (const url of files) {
    const key = url.slice(FILES_BASE.length + 1);
    zip.addReadStreamLazy(`files/${key}`, { compress: false }, (take) => {
      services.files.read(key).then(
        (file) => {
          if (!file) services.log.warn({ key }, 'a file of an export is missing in the store');
          take(null, file?.stream ?? Readable.from([]));
        },
        (error: unknown) => take(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return zip;
}

/** GET /customers/{id}/personal-data.zip: everything kept about one customer, noted in its history. */
export function registerCustomerRoutes(app: FastifyInstance, getContext: GetContext): void {
  app.get('/customers/:id/personal-data.zip', async (request, reply) => {
    const ctx = await getContext(request, reply);
    const grant = authorize(ctx, 'customers.export');
    const { id } = byId.parse(request.params);
    const records = await commitOnce(ctx.services, async (em) => {
      const own: AppContext = { ...ctx, em, grant };
      const found = await readPersonalRecords(own, id);
      record(own, { subject: 'customer', subjectId: id, action: 'customer.exported' });
      return { own, found };
    });
    const zip = zipOf(records.own, records.found);
    // Answered as it is read: what fails then can only end the connection, which no browser takes for a whole file.
    zip.on('error', (error: unknown) => {
      request.log.error({ err: error }, 'an export broke off');
      reply.raw.destroy();
    });
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="customer-${id}.zip"`)
      .send(zip.outputStream);
  });
}
