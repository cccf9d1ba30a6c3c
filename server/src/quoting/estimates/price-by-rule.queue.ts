import { isStaff } from '@quickfleet/shared/roles';
import { readCompany } from '../../company/settings/company.service.ts';
import { run } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';

export const PRICE_TASK = 'price_by_rule';

/** Has a request that no staff typed in priced by binding rules, once it is stored. */
export async function queueRulePrice(ctx: AppContext, quoteId: number): Promise<void> {
  if (isStaff(ctx.caller.user?.role) || ctx.isBulk) return;
  const { pricing } = await readCompany(ctx.em);
  if (!pricing.isOn || !pricing.isBinding) return;
  await run(
    ctx.em,
    `select graphile_worker.add_job('${PRICE_TASK}', json_build_object('id', ?::int, 'noMailBecause', ?::text))`,
    [quoteId, ctx.noMailBecause ?? null],
  );
}
