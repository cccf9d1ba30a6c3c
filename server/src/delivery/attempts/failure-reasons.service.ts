import { LockMode } from '@mikro-orm/postgresql';
import type {
  CreateFailureReason,
  UpdateFailureReason,
  FailureReason as View,
} from '@quickfleet/shared/delivery/proof/failure-reasons';
import type { AppContext } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { FailureReason } from '../proof/failure-reason.entity.ts';
import { readReason } from '../proof/proof.queries.ts';

const wholeRule = ({ photo = false, note = false }: { photo?: boolean | undefined; note?: boolean | undefined }) => ({
  photo,
  note,
});

/** @throws 409 REASON_EXISTS */
export async function createReason(ctx: AppContext, { rule, ...input }: CreateFailureReason): Promise<View> {
  if ((await ctx.em.count(FailureReason, { code: input.code })) > 0)
    throw conflict('REASON_EXISTS', `There is a reason with the code ${input.code} already`);
  const reason = ctx.em.create(FailureReason, { ...input, rule: wholeRule(rule) });
  await ctx.em.flush();
  return readReason(ctx, reason.id);
}

/** Its code stays; a deactivated reason stays on the attempts that were said with it. */
export async function updateReason(
  ctx: AppContext,
  { id, version, rule, ...changes }: UpdateFailureReason,
): Promise<View> {
  const reason = await ctx.em.findOneOrFail(FailureReason, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Reason'),
  });
  if (version !== undefined && version !== reason.version)
    throw conflict('STALE_VERSION', 'Someone else has changed this reason. Reload it to see the current version.');
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  Object.assign(reason, given);
  if (rule) reason.rule = wholeRule({ ...reason.rule, ...rule });
  await ctx.em.flush();
  return readReason(ctx, id);
}
