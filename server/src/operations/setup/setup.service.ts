import { isMadeUp } from '@quickfleet/shared/company/brand';
import { type SetupStep, setupSteps } from '@quickfleet/shared/company/own-settings';
import { sampleAddresses } from '@quickfleet/shared/company/samples';
import { healthCheck } from '@quickfleet/shared/operations/doctor';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { z } from 'zod';
import { readSettings, settingsOf } from '../../company/settings/company.service.ts';
import { inForce, lockedOf } from '../../company/settings/in-force.ts';
import { c, readOne, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';

/** SQL for the customers who are there to try things with. */
export const isSample = `lower(email) in (${quoted(sampleAddresses)})`;
const samples = `(select id from customers where ${isSample})`;
const columns = select({
  hasRows: c.bool('exists (select 1 from quotes) or exists (select 1 from orders) or exists (select 1 from customers)'),
  isAlone: c.bool(
    '(select count(*) from (select 1 from users limit 2) two) < 2 and not exists (select 1 from invitations)',
  ),
  hasDriver: c.bool(
    `exists (select 1 from users where role = 'driver') or exists (select 1 from invitations where role = 'driver')`,
  ),
  customers: c.int(`(select count(*)::int from customers where ${isSample})`),
  quotes: c.int(`(select count(*)::int from quotes where customer_id in ${samples})`),
  orders: c.int(`(select count(*)::int from orders where customer_id in ${samples})`),
  health: c.first(
    { checkedAt: c.time('checked_at'), findings: c.json(z.array(healthCheck), 'findings') },
    'from health_reports',
  ),
});

/** How far the first run has come: out of what was saved, what the environment sets, and what is there. */
export async function readSetup(ctx: AppContext): Promise<Setup> {
  const { stored, smtpUrlSealed } = await readSettings(ctx.em);
  const { hasRows, isAlone, hasDriver, health, ...there } = await readOne(ctx.em, columns, 'select $columns');
  const locked = lockedOf(ctx.services.config);
  const { profile, setup } = inForce(ctx.services.config, settingsOf(stored));
  const { checked, isDismissed } = setup;
  // Nobody calls the numbers that the product begins with, whoever found them right.
  const isOwn = (['name', 'phone', 'email'] as const).every((name) => !isMadeUp(name, profile[name]));
  const facts: Record<SetupStep, boolean> = {
    profile: isOwn,
    look: Boolean(stored.look?.logoUrl),
    place: stored.locale?.timeZone !== undefined || locked['locale.timeZone'] !== undefined,
    hours: stored.hours !== undefined,
    billing: stored.billing !== undefined || Boolean(stored.company?.taxNumber),
    mail: smtpUrlSealed !== null || locked['mail.smtpUrl'] !== undefined,
    driver: hasDriver,
    samples: hasRows,
  };
  return {
    isNew: Object.keys(stored).length === 0 && smtpUrlSealed === null && !hasRows && isAlone,
    isDismissed,
    steps: setupSteps.map((step) => ({ step, isDone: facts[step] || (step !== 'profile' && checked.includes(step)) })),
    samples: there,
    health,
  };
}
