import type { EntityManager } from '@mikro-orm/postgresql';
import { unitPriceIn } from '@quickfleet/shared/base/money/money';
import type { QuoteLine, QuoteLineInput } from '@quickfleet/shared/base/money/quote-lines';
import {
  type CompanyGroup,
  type CompanySettings,
  type CompanySettingsView,
  companyDefaults,
} from '@quickfleet/shared/company/company';
import { sumOfRates } from '@quickfleet/shared/quoting/quote-totals';
import { c, type Row, readRow, select } from '../../db/rows.ts';
import { ReadAhead } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';
import type { StoredSettings } from './company.entity.ts';
import { hostOf, inForce, lockedOf } from './in-force.ts';

const columns = select({
  stored: c.stored<StoredSettings>('settings'),
  smtpUrlSealed: c.text('smtp_url_sealed').nullable(),
  updatedAt: c.time('updated_at'),
  version: c.int('version'),
});
/** Of the one row. */
export const COMPANY_ID = 1;

/** A line of a price as it is kept: with every value, and its unit price in the company's currency. */
export function keptLine(
  { taxRate, taxes, ...line }: QuoteLineInput,
  { currency, defaultTaxRate }: Pick<CompanySettings['quoting'], 'currency' | 'defaultTaxRate'>,
): QuoteLine {
  const unitPrice = unitPriceIn(line.unitPrice, currency);
  if (taxes?.length) return { ...line, unitPrice, taxRate: sumOfRates(taxes), taxes };
  return { ...line, unitPrice, taxRate: taxRate ?? defaultTaxRate };
}

/** What was set, and when; `lock` as SQL. */
export async function readSettings(em: EntityManager, lock = ''): Promise<Row<typeof columns>> {
  const row = await readRow(em, columns, `select $columns from company where id = ${COMPANY_ID} ${lock}`);
  if (!row) throw new Error('the table company has lost its row');
  return row;
}

export const groups = Object.keys(companyDefaults) as CompanyGroup[];
export const filled = <Group extends CompanyGroup>(stored: StoredSettings, group: Group): CompanySettings[Group] => ({
  ...companyDefaults[group],
  ...stored[group],
});
/** All groups with their defaults. */
export const settingsOf = (stored: StoredSettings): CompanySettings =>
  Object.fromEntries(groups.map((group) => [group, filled(stored, group)])) as unknown as CompanySettings;

/** The same with the host of the mail server, which is all that anybody reads of its address. */
export function withMailHost(
  { secrets }: Pick<AppContext['services'], 'secrets'>,
  { stored, smtpUrlSealed }: Pick<Row<typeof columns>, 'stored' | 'smtpUrlSealed'>,
): CompanySettings {
  const settings = settingsOf(stored);
  const smtpHost = smtpUrlSealed === null ? null : hostOf(secrets.open(smtpUrlSealed));
  return { ...settings, mail: { ...settings.mail, smtpHost } };
}

const companyAhead = new ReadAhead<CompanySettings>();
/** All groups with their defaults, as the running transaction sees them. One statement, or what was read ahead. */
export const readCompany = async (em: EntityManager): Promise<CompanySettings> =>
  companyAhead.find(em, COMPANY_ID) ?? settingsOf((await readSettings(em)).stored);
/** Reads the settings once for all that `readCompany` is asked for in the running transaction, which changes none. */
export const readCompanyAhead = async (em: EntityManager): Promise<void> =>
  companyAhead.give(em, COMPANY_ID, await readCompany(em));

/** The company's currency; read only where there is an amount. */
export const currencyFor = async (
  em: EntityManager,
  ...amounts: readonly (string | null | undefined)[]
): Promise<string | null> => (amounts.some(Boolean) ? (await readCompany(em)).quoting.currency : null);

/** What its papers are headed by: its own name, else the brand. */
export const companyNameOf = ({ services }: Pick<AppContext, 'services'>, { company }: CompanySettings): string =>
  company.name ?? services.config.BRAND_NAME;

/** The settings as they apply, with the row's version, as the call answers them. */
export async function readCompanySettings(ctx: AppContext): Promise<CompanySettingsView> {
  const { config } = ctx.services;
  const { updatedAt, version, ...row } = await readSettings(ctx.em);
  const settings = inForce(config, withMailHost(ctx.services, row));
  return { id: COMPANY_ID, ...settings, locked: lockedOf(config), updatedAt, version };
}
