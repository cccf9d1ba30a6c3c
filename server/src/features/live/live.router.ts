import { procedure, router } from '../../trpc.ts';
import { watchChanges } from './live.service.ts';

export const liveRouter = router({
  /**
   * Live: one message for each change of what the caller may read. An addition, never a dependency: every page works
   * without it.
   */
  onChange: procedure.subscription(({ ctx, signal }) => watchChanges(ctx, signal)),
});
