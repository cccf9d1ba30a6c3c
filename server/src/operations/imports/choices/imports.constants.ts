import { type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import { t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../../company/settings/company.service.ts';
import { c, readRow, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';
import { invalid } from '../../../http/errors.ts';

type Constants = Readonly<Record<string, string>>;
/** In place of an address: that of the company. */
const COMPANY = 'company';

/** The company's address in one line; undefined when it has none. */
async function companyAddress({ em }: Pick<AppContext, 'em'>): Promise<string | undefined> {
  const { address } = (await readCompany(em)).company;
  return (
    address
      ?.split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', ') || undefined
  );
}

const driver = select({ id: c.int('u.id') });
/** The active driver with a user name. */
export const findDriver = (ctx: Pick<AppContext, 'em'>, username: string): Promise<{ id: number } | undefined> =>
  readRow(
    ctx.em,
    driver,
    `select $columns from users u where lower(u.username) = lower(?) and u.role = 'driver' and u.is_active`,
    [username.trim()],
  );

/** Refuses values for fields that a kind does not have, and those that name nobody. */
export async function requireConstants(ctx: AppContext, kind: ImportKind, constants: Constants): Promise<void> {
  const fields = importFieldsOf(kind);
  for (const [field, text] of Object.entries(constants)) {
    const isDriver = field === 'driver' && kind === 'orders';
    if (!isDriver && !Object.hasOwn(fields, field))
      throw invalid('constants', t('{kind} have no field {field}', { kind, field }));
    if (text.trim() === '') continue;
    if (isDriver && !(await findDriver(ctx, text)))
      throw invalid('constants.driver', t('There is no active driver with the user name {name}', { name: text }));
    if (field === 'pickupAddress' && text === COMPANY && !(await companyAddress(ctx)))
      throw invalid('constants.pickupAddress', t('Your company has no address yet. Enter it in the settings'));
  }
}

/** The values as rows have them: with the address of the company in place of its word. */
export async function resolveConstants(ctx: Pick<AppContext, 'em'>, constants: Constants): Promise<Constants> {
  if (constants.pickupAddress !== COMPANY) return constants;
  return { ...constants, pickupAddress: (await companyAddress(ctx)) ?? '' };
}
