import type { EntityManager } from '@mikro-orm/postgresql';
import { unitPriceIn } from '@quickfleet/shared/base/money';
import type { QuoteLine, QuoteLineInput } from '@quickfleet/shared/base/quote-lines';
import {
  type CompanyGroup,
  type CompanySettings,
  type CompanySettingsView,
  companyDefaults,
  type UpdateCompany,
} from '@quickfleet/shared/company/company';
import { sumOfRates } from '@quickfleet/shared/quoting/quote-totals';
import { c, type Row, readRow, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import type { StoredSettings } from './company.entity.ts';

const columns = select({
  settings: c.stored<StoredSettings>('settings'),
  updatedAt: c.time('updated_at'),
  version: c.int('version'),
});
const ID = 1;

/** A line of a price as it is kept: with every value, and its unit price in the company's currency. */
export function keptLine(
  { taxRate, taxes, ...line }: QuoteLineInput,
  { currency, defaultTaxRate }: Pick<CompanySettings['quoting'], 'currency' | 'defaultTaxRate'>,
): QuoteLine {
  const unitPrice = unitPriceIn(line.unitPrice, currency);
  if (taxes?.length) return { ...line, unitPrice, taxRate: sumOfRates(taxes), taxes };
  return { ...line, unitPrice, taxRate: taxRate ?? defaultTaxRate };
}

async function readSettings(em: EntityManager, lock = ''): Promise<Row<typeof columns>> {
  const row = await readRow(em, columns, `select $columns from company where id = ${ID} ${lock}`);
  if (!row) throw new Error('the table company has lost its row');
  return row;
}

const groups = Object.keys(companyDefaults) as CompanyGroup[];
const filled = <Group extends CompanyGroup>(stored: StoredSettings, group: Group): CompanySettings[Group] => ({
  ...companyDefaults[group],
  ...stored[group],
});
const settingsOf = (stored: StoredSettings): CompanySettings =>
  Object.fromEntries(groups.map((group) => [group, filled(stored, group)])) as unknown as CompanySettings;

/** All groups with their defaults, as the running transaction sees them. One statement. */
export const readCompany = async (em: EntityManager): Promise<CompanySettings> =>
  settingsOf((await readSettings(em)).settings);

/** The company's currency; read only where there is an amount. */
export const currencyFor = async (
  em: EntityManager,
  ...amounts: readonly (string | null | undefined)[]
): Promise<string | null> => (amounts.some(Boolean) ? (await readCompany(em)).quoting.currency : null);

/** What its papers are headed by: its own name, else the brand. */
export const companyNameOf = ({ services }: Pick<AppContext, 'services'>, { company }: CompanySettings): string =>
  company.name ?? services.config.BRAND_NAME;

/** The same with the row's version, as the call answers it. */
export async function readCompanySettings(ctx: AppContext): Promise<CompanySettingsView> {
  const { settings, ...row } = await readSettings(ctx.em);
  return { id: ID, ...settingsOf(settings), ...row };
}

/** What else follows from a change of a group, in the same transaction. */
export type AfterChange = Partial<Record<CompanyGroup, (ctx: AppContext) => Promise<void>>>;

/** Partial, by group and by value. Rejects with 409 or 412 when someone else has changed it. */
export async function updateCompany(
  ctx: AppContext,
  { version, ...changes }: UpdateCompany,
  afterChange: AfterChange = {},
): Promise<CompanySettingsView> {
  const row = await readSettings(ctx.em, 'for update');
  requireVersion(ctx, 'company', { id: ID, version: row.version }, version);
  const settings = { ...row.settings };
  for (const group of groups) {
    const given = Object.entries(changes[group] ?? {}).filter(([, value]) => value !== undefined);
    if (given.length > 0) Object.assign(settings, { [group]: { ...settings[group], ...Object.fromEntries(given) } });
  }
  const { linePresets, ...quoting } = filled(settings, 'quoting');
  if (settings.quoting?.linePresets) settings.quoting.linePresets = linePresets.map((line) => keptLine(line, quoting));
  await run(ctx.em, `update company set settings = ?, updated_at = ?, version = version + 1 where id = ${ID}`, [
    JSON.stringify(settings),
    now(ctx),
  ]);
  const before = settingsOf(row.settings);
  const after = settingsOf(settings);
  for (const group of groups)
    if (JSON.stringify(before[group]) !== JSON.stringify(after[group])) await afterChange[group]?.(ctx);
  return readCompanySettings(ctx);
}
