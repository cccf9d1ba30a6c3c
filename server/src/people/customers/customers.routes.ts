import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { byId } from '@quickfleet/shared/base/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { record } from '../../company/history/history.service.ts';
import { commitOnce } from '../../db/transaction.ts';
import { FILES_BASE } from '../../files/uploads/uploads.service.ts';
import { packInto, type ZipEntries } from '../../files/zip.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { tableKind } from '../../process/heavy/kinds.ts';
import { readHandleStream } from '../../process/outside/streams.ts';
import { type PersonalRecords, readPersonalRecords } from '../personal-data/customers.personal-data.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/** A JSON file for each kind of data, and the pictures as they are stored, one read at a time. */
async function* entriesOf({ services }: AppContext, { files, ...records }: PersonalRecords): ZipEntries {
  for (const [name, json] of Object.entries(records))
    yield { path: `${name}.json`, compress: true, isPretty: true, content: [json] };
  for (const url of files) {
    const key = url.slice(FILES_BASE.length + 1);
    const file = await services.files.read(key);
    if (!file) services.log.warn({ key }, 'a file of an export is missing in the store');
    yield { path: `files/${key}`, compress: false, content: file?.stream ?? [] };
  }
}

/** One file, whole before its first byte is sent; its name is gone by then. */
async function zipOf(ctx: AppContext, records: PersonalRecords): Promise<Readable> {
  const path = ctx.services.incoming.place();
  try {
    await packInto(path, entriesOf(ctx, records), { kind: tableKind });
    return readHandleStream(await open(path, 'r'));
  } finally {
    await rm(path, { force: true });
  }
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
    const zip = await zipOf(records.own, records.found);
    // What fails while it is read can only end the connection, which no browser takes for a whole file.
    zip.on('error', (error: unknown) => {
      request.log.error({ err: error }, 'an export broke off');
      reply.raw.destroy();
    });
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="customer-${id}.zip"`)
      .send(zip);
  });
}
