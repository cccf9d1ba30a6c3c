import { t } from '@quickfleet/shared/words/t';
import { c, readRow, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';

const account = select({ email: c.text('proven_email') });
/**
 * The address whose deliveries this caller may see, in lower case: that of the mailed link, else the one that the
 * signed-in user has proved.
 */
export async function findAddress({ caller, em }: AppContext): Promise<string | undefined> {
  if (caller.email !== undefined) return caller.email;
  if (caller.user?.role !== 'customer') return undefined;
  const row = await readRow(
    em,
    account,
    'select $columns from users where id = ? and proven_email = lower(trim(email))',
    [caller.user.id],
  );
  return row?.email;
}

/** @throws 409 EMAIL_NOT_PROVEN for an account with an unproved address: anybody may register with any address */
export async function ownAddress(ctx: AppContext): Promise<string> {
  const email = await findAddress(ctx);
  if (email !== undefined) return email;
  throw new DomainError(
    'CONFLICT',
    'EMAIL_NOT_PROVEN',
    t('Confirm the e-mail address of your account first: ask for a link, and open it in this browser'),
  );
}

/** Who acts in /my, as the history names them. */
export const whoInMy = async (ctx: AppContext): Promise<string> => `${await ownAddress(ctx)} under “My deliveries”`;
