import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { type Span, spanOfPreset, weekStartOf } from '@quickfleet/shared/operations/reports/periods';
import { reportTitles } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import type { SavedQuery } from '@quickfleet/shared/operations/reports/saved-reports';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../../company/history/history.service.ts';
import { plainDayWords } from '../../../company/papers/money-words.ts';
import { companyNameOf, readCompany } from '../../../company/settings/company.service.ts';
import { type AppContext, now } from '../../../http/context.ts';
import { isSwitchedOff } from '../../../messages/outbox/mail-opt-outs.ts';
import { writeMail } from '../../../messages/outbox/outbox.service.ts';
import { publicUrl } from '../../../messages/templates/mail-values.ts';
import { inLanguageOf } from '../../../words/speak.ts';
import { make, scopeFor } from '../reports.service.ts';
import type { MailedReport } from './mailed-report.ts';
import type { SavedReport } from './saved-report.entity.ts';
import { type Person, personOf, readRecipients } from './saved-reports.people.ts';

const TRIGGER = 'report_sent';

/** The days of a saved report on the present day; nothing where it is the last 30 days. */
export function spanFor(ctx: Pick<AppContext, 'services'>, { period, from, to }: SavedQuery): Partial<Span> {
  const { BUSINESS_TIMEZONE, BUSINESS_COUNTRY } = ctx.services.config;
  if (period === undefined) return { ...(from && { from }), ...(to && { to }) };
  return spanOfPreset(period, dayAt(ctx.services.clock(), BUSINESS_TIMEZONE), weekStartOf(BUSINESS_COUNTRY));
}

/** Names in a text of ours are no variables of a template. */
const plain = (text: string): string => text.replaceAll(/[{}]/g, '');

/** Where somebody of the company opens the same report. */
function addressOf(
  { services }: Pick<AppContext, 'services'>,
  { name, from, to, by }: Report,
  query: SavedQuery,
): string {
  const { compare, driverId, customerId, zone, status } = query;
  const given = { period: 'own', from, to, by, compare, driverId, customerId, zone, status };
  const search = new URLSearchParams(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
  return `${publicUrl(services.config)}${paths.adminReport(name)}?${search}`;
}

interface Going {
  saved: SavedReport;
  company: string;
  person: Person & { email: string; reader: NonNullable<Person['reader']> };
}
async function mailTo(ctx: AppContext, { saved, company, person }: Going): Promise<void> {
  const { reader, email } = person;
  const { report: name, query, format } = saved;
  const { compare, by } = query;
  const scope = await scopeFor(ctx, { ...reader.whose, ...spanFor(ctx, query), name, by }, reader.mayBy);
  const report = await make(ctx, name, scope, reader, { compare });
  const { from, to } = report;
  const { driverId, customerId, zone, status } = reader.whose;
  const given = { compare, driverId, customerId, zone, status };
  const mailed: MailedReport = {
    ...{ name, format, from, to, title: saved.name },
    ...{ isCustomer: reader.isCustomer, hidesMoney: reader.hidesMoney },
    language: person.language ?? ctx.services.config.language,
    by: report.by,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  const title = plain(saved.name);
  const content = [
    t('{report} of {company}, {from} to {to}.', {
      report: reportTitles[name],
      company,
      from: plainDayWords(from),
      to: plainDayWords(to),
    }),
    report.notes.join(' '),
    ...(reader.isCustomer ? [] : [t('Open it: {link}', { link: addressOf(ctx, report, query) })]),
    t('The report goes with this e-mail.'),
  ].map(plain);
  const isOff = await isSwitchedOff(ctx, email, TRIGGER);
  writeMail(
    ctx,
    { trigger: TRIGGER, to: email, values: {}, attachment: 'report', report: mailed, isSwitchedOff: isOff },
    { subject: `${title}: ${plainDayWords(from)} – ${plainDayWords(to)}`, content: content.join('\n\n') },
    null,
  );
}

/** Writes the mails of a saved report in the running transaction, and answers how many. Who may read it no more gets none. */
export async function mailReport(ctx: AppContext, saved: SavedReport): Promise<number> {
  const company = companyNameOf(ctx, await readCompany(ctx.em));
  const stored = (await readRecipients(ctx, [saved.id])).get(saved.id) ?? [];
  let mails = 0;
  for (const one of stored) {
    const person = personOf(one, saved);
    const { email, reader } = person;
    if (email === null || reader === null) continue;
    await inLanguageOf(ctx, person, () => mailTo(ctx, { saved, company, person: { ...person, email, reader } }));
    mails++;
  }
  if (mails > 0) {
    saved.lastSentAt = now(ctx);
    saved.problem = null;
    record(ctx, { subject: 'report', subjectId: saved.id, action: 'report.sent', detail: saved.name });
  }
  return mails;
}
