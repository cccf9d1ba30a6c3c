import * as shared from '@quickfleet/shared/delivery/drivers/positions';
import { POSITION_HOURS } from '@quickfleet/shared/limits';
import { procedure, router } from '../../http/trpc.ts';
import { readPositions, sharePositions } from './positions.service.ts';

const tags = ['drivers'];
export const positionsRouter = router({
  share: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/driver/positions',
        tags,
        summary: 'Share where the phone is',
        description: `For a signed-in driver whose day has begun, where the company wants it (\`positions.isOn\` of /company). Kept for ${POSITION_HOURS} hours. Points from before the day began are left out; a point that is known is kept once.`,
      },
    })
    .input(shared.sharePositions)
    .output(shared.sharedPositions)
    .mutation(({ ctx, input }) => sharePositions(ctx, input)),
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/positions',
        tags,
        summary: 'Where the drivers are who share their position now',
      },
    })
    .output(shared.driverPositions)
    .query(({ ctx }) => readPositions(ctx)),
});
