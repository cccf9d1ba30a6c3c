import { exists } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';

export const hasCustomer = (ctx: AppContext, email: string): Promise<boolean> =>
  exists(ctx.em, 'select 1 from customers where lower(email) = lower(?)', [email]);

/** Whether the service found what the call would have made (`AnswerNotes`). */
export const isKnownIn = ({ request }: AppContext): boolean => request.notes?.isKnown ?? false;
