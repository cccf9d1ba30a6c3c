import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type CompanyGroup,
  type CompanySettings,
  type CompanySettingsView,
  companyDefaults,
  type UpdateCompany,
} from '@quickfleet/shared/company';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { requireFresh } from '../../lib/fresh.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';
import type { StoredSettings } from './company.entity.ts';

interface Row {
  settings: StoredSettings;
  updatedAt: string;
  version: number;
}
const ID = 1;

async function readRow(em: EntityManager, lock = ''): Promise<Row> {
  const [row] = await query<Row>(
    em,
    `select settings, ${iso('updated_at')} as "updatedAt", version from company where id = ${ID} ${lock}`,
  );
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
  settingsOf((await readRow(em)).settings);

/** What its papers are headed by: its own name, else the brand. */
export const companyNameOf = ({ services }: Pick<AppContext, 'services'>, { company }: CompanySettings): string =>
  company.name ?? services.config.BRAND_NAME;

/** The same with the row's version, as the call answers it. */
export async function readCompanySettings(ctx: AppContext): Promise<CompanySettingsView> {
  const { settings, ...row } = await readRow(ctx.em);
  return { id: ID, ...settingsOf(settings), ...row };
}

/** What else follows from a change of a group, in the same transaction. */
export type AfterChange = Partial<Record<CompanyGroup, (ctx: AppContext) => Promise<void>>>;

/** Partial, by group and by value. Rejects with 409 or 412 when somebody changed it meanwhile. */
export async function updateCompany(
  ctx: AppContext,
  { version, ...changes }: UpdateCompany,
  afterChange: AfterChange = {},
): Promise<CompanySettingsView> {
  const row = await readRow(ctx.em, 'for update');
  requireFresh(ctx, 'company', { id: ID, version: row.version }, version);
  const settings = { ...row.settings };
  for (const group of groups) {
    const given = Object.entries(changes[group] ?? {}).filter(([, value]) => value !== undefined);
    if (given.length > 0) Object.assign(settings, { [group]: { ...settings[group], ...Object.fromEntries(given) } });
  }
  const { defaultTaxRate, linePresets } = filled(settings, 'quoting');
  if (settings.quoting?.linePresets)
    settings.quoting.linePresets = linePresets.map((line) => ({ ...line, taxRate: line.taxRate ?? defaultTaxRate }));
  await query(ctx.em, `update company set settings = ?, updated_at = ?, version = version + 1 where id = ${ID}`, [
    JSON.stringify(settings),
    now(ctx),
  ]);
  const before = settingsOf(row.settings);
  const after = settingsOf(settings);
  for (const group of groups)
    if (JSON.stringify(before[group]) !== JSON.stringify(after[group])) await afterChange[group]?.(ctx);
  return readCompanySettings(ctx);
}
