import { defineEntity, p } from '@mikro-orm/core';

/** A day of the company that is counted; whatever changes one of its facts later leaves a `ReportChange`. */
export const ReportDay = defineEntity({
  name: 'ReportDay',
  tableName: 'report_days',
  properties: {
    day: p.date().primary(),
    /** By which time zone, currency and zones it was counted. */
    version: p.text(),
    /** By which rates drivers were paid when it was counted. */
    payVersion: p.text().default(''),
    /** Until when its quotes stay as they are if nobody changes them: a price falls due, or one expires. */
    until: p.datetime(3).nullable(),
    countedAt: p.datetime(3),
  },
});
/** What is counted of a day: all of it, and by what rows of the report can be. */
export const ReportCount = defineEntity({
  name: 'ReportCount',
  tableName: 'report_counts',
  properties: {
    day: () => p.manyToOne(ReportDay).primary().fieldName('day').deleteRule('cascade'),
    report: p.text().primary(),
    /** `all`, or by what: `hour`, `driver`, `customer`, `zone`, `reason` or `status`. */
    by: p.text().primary(),
    key: p.text().primary(),
    figures: p.array().columnType('numeric[]'),
    /** Single values, of which a median is asked for: minutes late, days to the yes; days since the attempt before. */
    listed: p.array().columnType('int[]').fieldName('late').nullable(),
    /** A second list: prices against the hint. */
    alsoListed: p.array().columnType('int[]').nullable(),
  },
  indexes: [
    {
      name: 'report_counts_of_report',
      expression: 'create index "report_counts_of_report" on "report_counts" ("report", "by", "day")',
    },
  ],
});
/** A fact of a day that is over changed, of this time or this day: the day is counted again. */
export const ReportChange = defineEntity({
  name: 'ReportChange',
  tableName: 'report_changes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    at: p.datetime(3).nullable(),
    day: p.date().nullable(),
  },
});
