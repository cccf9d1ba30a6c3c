import { quietActions } from '@quickfleet/shared/base/notify';
import { t } from '@quickfleet/shared/words/t';
import type { RequestContext } from './context.ts';
import { forbidden } from './errors.ts';

const fieldOf = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
/** Also of the older nested form of a quote's update, and of form data. */
const saysNo = (input: unknown): boolean =>
  [fieldOf(input, 'notify') ?? fieldOf(fieldOf(input, 'data'), 'notify')].some(
    (said) => said === false || said === 'false',
  );

/**
 * The context of a call with `notify: false`: its changes mail no customer and no recipient.
 *
 * @throws 403 for callers without a key: people who work with a customer leave no change unsaid
 */
export function quietly<Ctx extends RequestContext>(ctx: Ctx, action: string, input: unknown): Ctx {
  if (!saysNo(input) || !quietActions.some((known) => known === action)) return ctx;
  if (!ctx.caller.key) throw forbidden(t('Only an API key can send notify: false'));
  return { ...ctx, noMailBecause: 'notify_false' };
}
