import { defineEntity, p } from '@mikro-orm/core';
import type { ReportName } from '@quickfleet/shared/operations/reports/report-names';
import type { ReportFormat, SavedQuery } from '@quickfleet/shared/operations/reports/saved-reports';
import { key, oneOf, stamps } from '../../../db/base.ts';
import { Customer } from '../../../people/customers/customer.entity.ts';
import { User } from '../../../people/users/user.entity.ts';

const SavedReportSchema = defineEntity({
  name: 'SavedReport',
  tableName: 'saved_reports',
  properties: {
    id: key,
    name: p.text(),
    report: p.text().$type<ReportName>(),
    query: p.json<SavedQuery>(),
    rule: p.text(),
    /** What an interval of the rule counts from. */
    startsOn: p.date(),
    format: p
      .text()
      .$type<ReportFormat>()
      .check(oneOf('format', ['pdf', 'xlsx'])),
    isOn: p.boolean().default(true),
    /** Whoever saved it last reads amounts: other addresses get no more than that person. */
    readsMoney: p.boolean(),
    /** The next day on which it is sent; null when its rule has ended. */
    nextOn: p.date().nullable(),
    lastSentAt: p.datetime(3).nullable(),
    /** Why it could not be sent the last time. */
    problem: p.text().nullable(),
    ...stamps,
  },
});
/** A report with its filters, which is mailed by a rule. */
export class SavedReport extends SavedReportSchema.class {}
SavedReportSchema.setClass(SavedReport);

const ReportRecipientSchema = defineEntity({
  name: 'ReportRecipient',
  tableName: 'report_recipients',
  properties: {
    id: key,
    report: () => p.manyToOne(SavedReport).deleteRule('cascade').index(),
    user: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    customer: () => p.manyToOne(Customer).nullable().deleteRule('cascade').index(),
    email: p.text().nullable(),
  },
  checks: [{ name: 'report_recipients_one', expression: 'num_nonnulls(user_id, customer_id, email) = 1' }],
});
/** Whom a saved report is mailed to: somebody of the company, a customer, or any address. */
export class ReportRecipient extends ReportRecipientSchema.class {}
ReportRecipientSchema.setClass(ReportRecipient);
