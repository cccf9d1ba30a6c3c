// Reports that somebody saved, and whom they are mailed to by a rule.
import { z } from 'zod';
import {
  byId,
  email,
  flag,
  id,
  pageInput,
  pageOf,
  rowId,
  rowVersion,
  seenVersion,
  text,
  timestamp,
} from '../../base/primitives.ts';
import { recurringRule } from '../../delivery/planning/recurring.ts';
import { NAME_MAX, REPORT_RECIPIENTS_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { presets } from './periods.ts';
import { reportNames } from './report-names.ts';
import { reportQuery } from './reports.ts';

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

const oneOf = <const Word extends string>(name: string, words: readonly [Word, ...Word[]]) =>
  z.enum(words, { error: () => t('{name} is one of {words}', { name, words: words.join(', ') }) });

/** What a saved report is asked for: days, or a period as of the day on which it is sent. */
export const savedQuery = reportQuery
  .extend({
    period: oneOf('period', presets)
      .meta({
        description: 'As of the day on which it is sent; without it and `from` it is the last 30 whole days',
        example: 'lastWeek',
      })
      .optional(),
  })
  .refine(({ period, from, to }) => period === undefined || (from === undefined && to === undefined), {
    path: ['period'],
    error: () => t('Give a period or days, not both'),
  })
  .meta({ id: 'SavedReportQuery' });
export type SavedQuery = z.infer<typeof savedQuery>;

const person = z.object({
  userId: id.optional(),
  customerId: id.optional(),
  email: email().meta({ example: 'tax@example.com' }).optional(),
});
const isOne = ({ userId, customerId, email: address }: z.infer<typeof person>) =>
  [userId, customerId, address].filter((one) => one !== undefined).length === 1;
const recipients = z
  .array(person.refine(isOne, { error: () => t('A recipient is a person, a customer or an e-mail address') }))
  .max(REPORT_RECIPIENTS_MAX, { error: () => t('At most {count} recipients', { count: REPORT_RECIPIENTS_MAX }) });
export type Recipient = z.infer<typeof person>;

const name = text(message('A name is required'), NAME_MAX).meta({ example: 'The week, for the owner' });
const report = oneOf('report', reportNames).meta({ example: 'punctuality' });
const format = oneOf('format', reportFormats).meta({ example: 'pdf' });
const rule = recurringRule.meta({
  description: 'An RRULE of days where the company is; mails leave at 6 in the morning',
  example: 'FREQ=WEEKLY;BYDAY=MO',
});
const isOn = flag;

export const createSavedReport = z.object({
  name,
  report,
  query: savedQuery.default({}),
  rule,
  format: format.default('pdf'),
  recipients: recipients.default([]),
  isOn: isOn.default(true),
});
export type CreateSavedReport = z.infer<typeof createSavedReport>;
export const updateSavedReport = z
  .object({ name, report, query: savedQuery, rule, format, recipients, isOn })
  .partial()
  .extend({ id, version: seenVersion })
  .meta({ example: { isOn: false } });
export type UpdateSavedReport = z.infer<typeof updateSavedReport>;
export const sendSavedReport = byId;
export const listSavedReports = pageInput;
export type ListSavedReports = z.infer<typeof listSavedReports>;

export const savedReport = z
  .object({
    id: rowId,
    name: z.string(),
    report: z.enum(reportNames),
    query: savedQuery,
    rule: z.string(),
    ruleInWords: z.string().meta({ example: 'Every Monday' }),
    format: z.enum(reportFormats),
    recipients: z.array(
      z.object({
        userId: rowId.optional(),
        customerId: rowId.optional(),
        email: z.string().optional(),
        name: z.string().meta({ example: 'Ada Owner' }),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why nothing is sent to them now; null where it is', example: null }),
      }),
    ),
    isOn: z.boolean(),
    nextOn: z.string().nullable().meta({
      description: 'null while it is off, after its last day, and where nobody gets it',
      format: 'date',
      example: '2026-12-07',
    }),
    lastSentAt: timestamp.nullable(),
    problem: z.string().nullable().meta({
      description: 'Why it could not be sent the last time, or that nobody gets it',
      example: null,
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'SavedReport' });
export type SavedReport = z.infer<typeof savedReport>;
export const savedReportPage = pageOf(savedReport);
export type SavedReportPage = z.infer<typeof savedReportPage>;
