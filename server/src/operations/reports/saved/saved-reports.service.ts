import { LockMode } from '@mikro-orm/postgresql';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type {
  CreateSavedReport,
  Recipient,
  UpdateSavedReport,
  SavedReport as View,
} from '@quickfleet/shared/operations/reports/saved-reports';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../../company/history/history.service.ts';
import { nextDays, normalRule, requireDays } from '../../../delivery/recurring/rule.ts';
import { type AppContext, todayOf } from '../../../http/context.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '../../../http/errors.ts';
import { requireVersion } from '../../../http/optimistic-lock.ts';
import { Customer } from '../../../people/customers/customer.entity.ts';
import { User } from '../../../people/users/user.entity.ts';
import { officeReader, readsMoney } from '../report-readers.ts';
import { scopeFor } from '../reports.service.ts';
import { ReportRecipient, SavedReport } from './saved-report.entity.ts';
import { mailReport, spanFor } from './saved-reports.mail.ts';
import { personOf, readRecipients } from './saved-reports.people.ts';
import { readSavedReport } from './saved-reports.queries.ts';

/** The first day of its rule from one on; null when it has ended. */
export const nextDayFrom = (
  { services }: Pick<AppContext, 'services'>,
  { rule, startsOn }: Pick<SavedReport, 'rule' | 'startsOn'>,
  from: string,
): string | null => nextDays({ rule, startsOn, onClosedDay: 'keep' }, services.config.hours, from).days[0]?.day ?? null;

/** Locked for a change: nobody sends it meanwhile. Rejects with 404, also where this caller may not read the report. */
async function lock(ctx: AppContext, id: number): Promise<SavedReport> {
  const saved = await ctx.em.findOne(SavedReport, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!saved || (saved.report === 'revenue' && !readsMoney(ctx))) throw notFound('Saved report');
  return saved;
}

/** @throws 403 and 400 for a report that the caller may not read, or not so */
async function requireReadable(ctx: AppContext, { report, query }: Pick<SavedReport, 'report' | 'query'>) {
  const { key } = ctx.caller;
  if (key && !key.scopes.includes('reports:read'))
    throw forbidden(t('This key needs {scope} too', { scope: 'reports:read' }));
  const reader = officeReader(readsMoney(ctx), report, query);
  await scopeFor(ctx, { ...reader.whose, ...spanFor(ctx, query), name: report, by: query.by }, reader.mayBy);
}

/** A rule as it is stored, which names a day at some time. @throws 400 BAD_RULE */
function ruleFrom(ctx: AppContext, text: string): Pick<SavedReport, 'rule' | 'startsOn'> {
  const rule = normalRule(text, ctx.services.config.BUSINESS_TIMEZONE);
  const startsOn = todayOf(ctx);
  requireDays({ rule, startsOn });
  return { rule, startsOn };
}

async function requireKnown(ctx: AppContext, { userId, customerId }: Recipient, path: string): Promise<void> {
  if (userId !== undefined && !(await ctx.em.findOne(User, userId))) throw invalid(path, t('There is no such person'));
  if (customerId !== undefined && !(await ctx.em.findOne(Customer, customerId)))
    throw invalid(path, t('There is no such customer'));
}
const keyOf = ({ userId, customerId, email }: Recipient) => JSON.stringify([userId, customerId, email?.toLowerCase()]);

/** Puts these people in the place of those who were named before. @throws 400 for one who may not read it */
async function takeRecipients(ctx: AppContext, saved: SavedReport, given: readonly Recipient[]): Promise<void> {
  await ctx.em.nativeDelete(ReportRecipient, { report: saved.id });
  const all = given.filter((one, at) => given.findIndex((other) => keyOf(other) === keyOf(one)) === at);
  for (const one of all) {
    const { userId, customerId, email } = one;
    await requireKnown(ctx, one, `recipients.${given.indexOf(one)}`);
    ctx.em.create(ReportRecipient, {
      report: saved,
      user: userId ? ctx.em.getReference(User, userId) : null,
      customer: customerId ? ctx.em.getReference(Customer, customerId) : null,
      email: email ?? null,
    });
  }
  await ctx.em.flush();
  await requireAllReadable(
    ctx,
    saved,
    all.map((one) => given.indexOf(one)),
  );
}

/** `places`: where in the call the stored recipients are. @throws 400 with the fields of all who get nothing of it */
async function requireAllReadable(ctx: AppContext, saved: SavedReport, places?: readonly number[]): Promise<void> {
  const stored = (await readRecipients(ctx, [saved.id])).get(saved.id) ?? [];
  const issues = stored.flatMap((one, at) => {
    const { name, problem } = personOf(one, saved);
    return problem === null ? [] : [{ path: `recipients.${places?.[at] ?? at}`, message: `${name}: ${problem}` }];
  });
  const [first] = issues;
  if (first) throw badRequest('VALIDATION_FAILED', first.message, issues);
}

/** @throws 400 with the field, 403 for a report that the caller may not read */
export async function createSavedReport(ctx: AppContext, input: CreateSavedReport): Promise<View> {
  const { recipients, rule, ...fields } = input;
  await requireReadable(ctx, input);
  const schedule = ruleFrom(ctx, rule);
  const saved = ctx.em.create(SavedReport, {
    ...fields,
    ...schedule,
    readsMoney: readsMoney(ctx),
    nextOn: nextDayFrom(ctx, schedule, addDays(todayOf(ctx), 1)),
    lastSentAt: null,
    problem: null,
  });
  await ctx.em.flush();
  await takeRecipients(ctx, saved, recipients);
  record(ctx, { subject: 'report', subjectId: saved.id, action: 'report.saved', detail: saved.name });
  return readSavedReport(ctx, saved.id);
}

/** Partial. @throws 404, 409 STALE_VERSION, 412, 400 with the field, 403 */
export async function updateSavedReport(ctx: AppContext, input: UpdateSavedReport): Promise<View> {
  const { id, version, recipients, rule, ...fields } = input;
  const saved = await lock(ctx, id);
  requireVersion(ctx, 'report', saved, version);
  const wasOn = saved.isOn;
  ctx.em.assign(saved, fields);
  await requireReadable(ctx, saved);
  saved.readsMoney = readsMoney(ctx);
  const isOtherRule = rule !== undefined && normalRule(rule, ctx.services.config.BUSINESS_TIMEZONE) !== saved.rule;
  if (isOtherRule) Object.assign(saved, ruleFrom(ctx, rule));
  // What was due while it was off is not made up for.
  if (isOtherRule || (saved.isOn && !wasOn)) saved.nextOn = nextDayFrom(ctx, saved, addDays(todayOf(ctx), 1));
  await ctx.em.flush();
  if (recipients) await takeRecipients(ctx, saved, recipients);
  else if (fields.report !== undefined || fields.query !== undefined) await requireAllReadable(ctx, saved);
  record(ctx, { subject: 'report', subjectId: id, action: 'report.changed', detail: saved.name });
  return readSavedReport(ctx, id);
}

/** @throws 404, 412 */
export async function deleteSavedReport(ctx: AppContext, id: number): Promise<{ success: true }> {
  const saved = await lock(ctx, id);
  requireVersion(ctx, 'report', saved);
  record(ctx, { subject: 'report', subjectId: id, action: 'report.deleted', detail: saved.name });
  ctx.em.remove(saved);
  await ctx.em.flush();
  return { success: true };
}

/**
 * Mails it now to everybody who may read it; the day that its rule names next stays.
 *
 * @throws 404, 412, 409 NO_RECIPIENTS
 */
export async function sendSavedReport(ctx: AppContext, id: number): Promise<View> {
  const saved = await lock(ctx, id);
  requireVersion(ctx, 'report', saved);
  if ((await mailReport(ctx, saved)) === 0)
    throw conflict('NO_RECIPIENTS', t('Nobody is named whom this report can be mailed to'));
  await ctx.em.flush();
  return readSavedReport(ctx, id);
}
