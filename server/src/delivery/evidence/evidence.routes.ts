import { byId } from '@quickfleet/shared/base/primitives';
import { keyDocument, keysQuery, proofQuery, proofsQuery } from '@quickfleet/shared/delivery/evidence/evidence';
import { KEYS_PATH } from '@quickfleet/shared/delivery/evidence/evidence-format';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { readKeys } from './signing-keys.service.ts';

// Loaded with the first paper: what draws takes 35 MB.
const handing = () => import('./evidence.service.ts');

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
interface Download {
  name: string;
  type: 'application/pdf' | 'application/zip';
  bytes: NodeJS.ReadableStream;
}

/** GET /.well-known/quickfleet-keys.json: the public keys under which this company signed evidence. */
export function registerKeysRoute(app: FastifyInstance, getContext: GetContext): void {
  app.get(KEYS_PATH, { config: { output: keyDocument } }, async (request, reply) => {
    const ctx = await getContext(request, reply);
    authorize(ctx, 'evidence.keys');
    keysQuery.parse(request.query);
    reply
      .header('cache-control', 'public, max-age=300')
      // Public by purpose: a checker on another site may read them.
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin');
    return readKeys(ctx.services.orm.em.fork());
  });
}

/** Proofs of delivery as PDF files and evidence packs: made while they are read and kept nowhere. */
export function registerEvidenceRoutes(app: FastifyInstance, getContext: GetContext): void {
  const download = (
    path: string,
    action: 'evidence.proof' | 'evidence.pack' | 'evidence.proofs',
    make: (ctx: AppContext, request: FastifyRequest) => Promise<Download>,
  ) =>
    app.get(path, async (request, reply) => {
      const ctx = await getContext(request, reply);
      const grant = authorize(ctx, action);
      const { name, type, bytes } = await make({ ...ctx, em: ctx.services.orm.em.fork(), grant }, request);
      // Answered while it is made: what fails then can only end the connection, which no browser takes for a whole file.
      bytes.on('error', (error: unknown) => {
        request.log.error({ err: error }, 'evidence broke off');
        reply.raw.destroy();
      });
      const isPaper = type === 'application/pdf';
      return reply
        .header('content-type', type)
        .header('content-disposition', `${isPaper ? 'inline' : 'attachment'}; filename="${name}"`)
        .header('cache-control', 'no-store')
        .header('content-security-policy', "frame-ancestors 'none'")
        .send(bytes);
    });

  download('/orders/:id/proof.pdf', 'evidence.proof', async (ctx, { params, query }) => {
    const input = { ...byId.parse(params), ...proofQuery.parse(query) };
    return (await handing()).handOutProof(ctx, input);
  });
  download('/orders/:id/evidence.zip', 'evidence.pack', async (ctx, { params }) =>
    (await handing()).handOutPack(ctx, byId.parse(params)),
  );
  download('/orders/proofs.zip', 'evidence.proofs', async (ctx, { query }) =>
    (await handing()).handOutProofs(ctx, proofsQuery.parse(query)),
  );
}
