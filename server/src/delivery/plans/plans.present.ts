import type { DayRoutes, RoutesOf } from '@quickfleet/shared/delivery/planning/plans';
import { t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { forbidden } from '../../http/errors.ts';
import { present } from './engine/engine.ts';
import { readDayToPlan } from './plans.problem.ts';
import { routesOf } from './plans.result.ts';

/** The days of drivers as they are, by the same rules as a plan; a signed-in driver reads their own. */
export async function readRoutes(ctx: AppContext, { day, driverId }: RoutesOf): Promise<DayRoutes> {
  const isOwn = ctx.grant === 'own';
  if (isOwn && (driverId === undefined || ctx.caller.user?.id !== driverId))
    throw forbidden(t('You can only see your own day'));
  const toPlan = await readDayToPlan(ctx, {
    ...{ day, keep: 'assigned', aim: 'time' },
    driverIds: driverId === undefined ? undefined : [driverId],
    // Of one driver's day only what is theirs.
    orderIds: driverId === undefined ? undefined : [],
  });
  const { places, unknownPlaces } = toPlan;
  return { day, routes: routesOf(toPlan, present(toPlan.problem).routes), places, unknownPlaces };
}
