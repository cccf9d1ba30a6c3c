import { LockMode } from '@mikro-orm/postgresql';
import type {
  CreateFailureReason,
  UpdateFailureReason,
  FailureReason as View,
} from '@quickfleet/shared/delivery/proof/failure-reasons';
import * as reasons from '@quickfleet/shared/delivery/proof/failure-reasons';
import { t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { procedure, router } from '../../http/trpc.ts';
import { FailureReason } from '../proof/failure-reason.entity.ts';
import { listReasons, readReason } from '../proof/proof.queries.ts';

const wholeRule = ({ photo = false, note = false }: { photo?: boolean | undefined; note?: boolean | undefined }) => ({
  photo,
  note,
});

/** @throws 409 REASON_EXISTS */
async function createReason(ctx: AppContext, { rule, ...input }: CreateFailureReason): Promise<View> {
  if ((await ctx.em.count(FailureReason, { code: input.code })) > 0)
    throw conflict('REASON_EXISTS', t('There is a reason with the code {code} already', { code: input.code }));
  const reason = ctx.em.create(FailureReason, { ...input, rule: wholeRule(rule) });
  await ctx.em.flush();
  return readReason(ctx, reason.id);
}

/** Its code stays; a deactivated reason stays on the attempts that were said with it. */
async function updateReason(ctx: AppContext, { id, version, rule, ...changes }: UpdateFailureReason): Promise<View> {
  const reason = await ctx.em.findOneOrFail(FailureReason, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Reason'),
  });
  if (version !== undefined && version !== reason.version)
    throw conflict('STALE_VERSION', t('Someone else has changed this reason. Reload it to see the current version.'));
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  Object.assign(reason, given);
  if (rule) reason.rule = wholeRule({ ...reason.rule, ...rule });
  await ctx.em.flush();
  return readReason(ctx, id);
}

const tags = ['attempts'];
export const failureReasonsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/failure-reasons',
        tags,
        summary: 'List the reasons why an attempt can fail',
        description: 'Staff see what is deactivated too.',
      },
    })
    .output(reasons.failureReasons)
    .query(({ ctx }) => listReasons(ctx)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/failure-reasons', tags, summary: 'Add a reason' },
      status: 201,
    })
    .input(reasons.createFailureReason)
    .output(reasons.failureReason)
    .mutation(({ ctx, input }) => createReason(ctx, input)),
  update: procedure
    .meta({
      openapi: { method: 'PUT', path: '/failure-reasons/{id}', tags, summary: 'Change or deactivate a reason' },
    })
    .input(reasons.updateFailureReason)
    .output(reasons.failureReason)
    .mutation(({ ctx, input }) => updateReason(ctx, input)),
});
