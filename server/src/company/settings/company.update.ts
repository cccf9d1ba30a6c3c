import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import { isCountry } from '@quickfleet/shared/base/contact/call-links';
import { isVatId, plainVatId, VAT_WORDS } from '@quickfleet/shared/company/billing/billing-terms';
import type {
  CompanyGroup,
  CompanySettings,
  CompanySettingsView,
  UpdateCompany,
} from '@quickfleet/shared/company/company';
import { COUNTRY_WORDS } from '@quickfleet/shared/company/own-settings';
import { t } from '@quickfleet/shared/words/t';
import { run } from '../../db/rows.ts';
import { sideEffectsOf } from '../../db/side-effects.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, type Issue, invalid } from '../../http/errors.ts';
import { requireAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publish } from '../../http/streams/events.ts';
import { settingChange } from '../history/change-words.ts';
import { textToStore } from '../history/detail-words.ts';
import { record } from '../history/history.service.ts';
import type { StoredSettings } from './company.entity.ts';
import {
  COMPANY_ID,
  filled,
  groups,
  keptLine,
  readCompanySettings,
  readSettings,
  withMailHost,
} from './company.service.ts';
import { configOf, inForce, lockedOf } from './in-force.ts';
import { loadSettings } from './live-settings.ts';
import { changeLogo } from './logo.ts';

/** The admin who requires it of all staff has it: else nobody could sign in to take the rule back. */
function requireOwnFactor({ caller }: AppContext, { registration }: UpdateCompany): void {
  if (registration?.secondFactor !== 'staff' || !caller.user || caller.user.hasFactor) return;
  throw conflict('FACTOR_NOT_SET_UP', t('Set up the second factor of your own account first'), [
    { path: 'registration.secondFactor', message: t('Set up the second factor of your own account first') },
  ]);
}

/** What else a change of a group causes, in the same transaction. */
export type AfterChange = Partial<Record<CompanyGroup, (ctx: AppContext) => Promise<void>>>;

type Values = Record<string, unknown>;
type Changes = Partial<Record<CompanyGroup, Values>>;
const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one as Json) === canonicalJson(other as Json);

const SECRET = 'smtpUrl';
/** Of other groups, what the papers' group stores. */
const ALIASES = [
  ['profile', 'legalName', 'name'],
  ['profile', 'address', 'address'],
  ['billing', 'taxNumber', 'taxNumber'],
] as const;

/** Sections and claims of the public pages that are absent stay as they are. */
const withSwitches = (group: CompanyGroup, given: Values, { site }: CompanySettings): Values =>
  group !== 'site'
    ? given
    : {
        ...given,
        ...(given['sections'] ? { sections: { ...site.sections, ...given['sections'] } } : {}),
        ...(given['claims'] ? { claims: { ...site.claims, ...given['claims'] } } : {}),
      };

/**
 * The values that are other than before, by group. A value that is stored under two names counts as changed where one of
 * them is new; two new ones that differ are refused.
 */
function changesIn(input: UpdateCompany, before: CompanySettings): Changes {
  const changes: Changes = {};
  for (const group of groups) {
    // The address of the mail server is never read: it is new unless there is none and is to be none.
    const present: Values = { ...before[group], [SECRET]: before.mail.smtpHost };
    const given = Object.entries(withSwitches(group, input[group] ?? {}, before)).filter(
      ([name, value]) => value !== undefined && name !== 'smtpHost' && !isSame(value, present[name] ?? null),
    );
    if (given.length > 0) changes[group] = Object.fromEntries(given);
  }
  for (const [group, name, stored] of ALIASES) {
    const { [name]: alias, ...others } = changes[group] ?? {};
    if (alias === undefined) continue;
    const other = changes.company?.[stored];
    if (other !== undefined && other !== alias)
      throw invalid(
        `${group}.${name}`,
        t('{one} and {other} are one value: send one of them', {
          one: `${group}.${name}`,
          other: `company.${stored}`,
        }),
      );
    changes[group] = others;
    changes.company = { ...changes.company, [stored]: alias };
  }
  return changes;
}

/**
 * Refuses to change what an environment variable sets.
 *
 * @throws 409 SETTING_LOCKED
 */
export function requireUnlocked(ctx: AppContext, changes: Changes): void {
  const issues: Issue[] = Object.entries(lockedOf(ctx.services.config)).flatMap(([path, variable]) => {
    const [group = '', name = ''] = path.split('.');
    if (changes[group as CompanyGroup]?.[name] === undefined) return [];
    return [
      { path, message: t('{variable} sets this. Change it in the environment, or remove it there.', { variable }) },
    ];
  });
  if (issues.length > 0) throw conflict('SETTING_LOCKED', issues[0]?.message ?? '', issues);
}

/** Refuses fees that are finer than the currency; those that are there already stay. */
function requireFees(changes: Changes, { cancellation, billing, quoting }: UpdateCompany, present: string): void {
  const currency = quoting?.currency ?? present;
  if (changes.cancellation?.['fee']) requireAmount(cancellation?.fee, currency, 'cancellation.fee');
  if (changes.billing?.['reminders'])
    for (const [at, { fee }] of (billing?.reminders ?? []).entries())
      requireAmount(fee, currency, `billing.reminders.${at}.fee`);
}

/** What the product notes itself. */
const NO_DECISION = new Set(['smtpHost', 'isShown']);
/** One line of history for each value, with what it was and is; of a secret only that it has changed. */
function recordChanges(ctx: AppContext, before: CompanySettings, after: CompanySettings, isServerNew: boolean): void {
  const line = (data: { path: string; from?: Json; to?: Json }) =>
    record(ctx, {
      subject: 'company',
      subjectId: COMPANY_ID,
      action: 'company.updated',
      detail: textToStore([settingChange(data)], ctx.services.config),
      data,
    });
  for (const group of groups) {
    const [old, now]: Values[] = [{ ...before[group] }, { ...after[group] }];
    for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
      const [from, to] = [(old?.[name] ?? null) as Json, (now?.[name] ?? null) as Json];
      const isAlias = ALIASES.some(([of, alias]) => of === group && alias === name);
      if (isAlias || isSame(from, to) || NO_DECISION.has(name)) continue;
      line({ path: `${group}.${name}`, from, to });
    }
  }
  if (isServerNew) line({ path: `mail.${SECRET}` });
}

/** What is stored after the changes. */
function storedAfter(stored: StoredSettings, changes: Changes): StoredSettings {
  const settings: StoredSettings = { ...stored };
  for (const group of groups)
    if (changes[group]) Object.assign(settings, { [group]: { ...settings[group], ...changes[group] } });
  const { linePresets, ...quoting } = filled(settings, 'quoting');
  if (settings.quoting?.linePresets)
    settings.quoting.linePresets = linePresets.map(({ atStop, freeMinutes, ...line }) => ({
      ...keptLine(line, quoting),
      ...(atStop ? { atStop, freeMinutes: freeMinutes ?? 0 } : {}),
    }));
  return settings;
}

/** Takes the secret out of the changes, sealed; undefined while it stays as it is. */
function sealedIn(ctx: AppContext, changes: Changes): string | null | undefined {
  const { [SECRET]: url, ...mail } = changes.mail ?? {};
  if (url === undefined) return undefined;
  changes.mail = mail;
  return typeof url === 'string' ? ctx.services.secrets.seal(url) : null;
}

/** Partial, by group and by value. Rejects with 409 or 412 when someone else has changed it. */
export async function updateCompany(
  ctx: AppContext,
  { version, ...input }: UpdateCompany,
  afterChange: AfterChange = {},
): Promise<CompanySettingsView> {
  requireOwnFactor(ctx, input);
  const { config } = ctx.services;
  const row = await readSettings(ctx.em, 'for update');
  requireVersion(ctx, 'company', { id: COMPANY_ID, version: row.version }, version);
  const before = inForce(config, withMailHost(ctx.services, row));
  const changes = changesIn(input, before);
  requireUnlocked(ctx, changes);
  requireFees(changes, input, before.quoting.currency);
  const country = changes.locale?.['country'];
  if (typeof country === 'string' && !isCountry(country)) throw invalid('locale.country', COUNTRY_WORDS());
  // One from before stays as it is.
  const vatId = changes.billing?.['vatId'];
  if (typeof vatId === 'string' && !isVatId(plainVatId(vatId))) throw invalid('billing.vatId', VAT_WORDS());
  const logoUrl = changes.look?.['logoUrl'];
  if (changes.look && (typeof logoUrl === 'string' || logoUrl === null))
    changes.look['logoUrl'] = await changeLogo(ctx, before.look.logoUrl, logoUrl);
  const sealed = sealedIn(ctx, changes);
  const stored = storedAfter(row.stored, changes);
  const smtpUrlSealed = sealed === undefined ? row.smtpUrlSealed : sealed;
  await run(
    ctx.em,
    `update company set settings = ?, smtp_url_sealed = ?, updated_at = ?, version = version + 1 where id = ${COMPANY_ID}`,
    [JSON.stringify(stored), smtpUrlSealed, now(ctx)],
  );
  const after = inForce(config, withMailHost(ctx.services, { stored, smtpUrlSealed }));
  recordChanges(ctx, before, after, sealed !== undefined);
  const then = { ...ctx, services: { ...ctx.services, config: { ...config, ...configOf(after) } } };
  for (const group of groups) if (!isSame(before[group], after[group])) await afterChange[group]?.(then);
  await publish(ctx.em, { topic: 'settings' });
  // A reading that fails is made up for by the notification, which reaches this process too.
  sideEffectsOf(ctx.em).afterCommit.push(() => loadSettings(ctx.services).catch(() => undefined));
  return readCompanySettings(ctx);
}
