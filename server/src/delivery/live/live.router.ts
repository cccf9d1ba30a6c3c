import { liveChange } from '@quickfleet/shared/messages/live';
import { each } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { watchChanges } from './live.service.ts';

export const liveRouter = router({
  /**
   * Live: one message for each change of what the caller may read. An addition, never a dependency: every page works
   * without it.
   */
  onChange: procedure.output(each(liveChange)).subscription(({ ctx, signal }) => watchChanges(ctx, signal)),
});
