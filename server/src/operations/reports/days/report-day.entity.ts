import { defineEntity, p } from '@mikro-orm/core';

/** A day of the company that is counted; whatever changes one of its facts later leaves a `ReportChange`. */
export const ReportDay = defineEntity({
  name: 'ReportDay',
  tableName: 'report_days',
  properties: {
    day: p.date().primary(),
    /** By which time zone, currency and zones it was counted. */
    version: p.text(),
    countedAt: p.datetime(3),
  },
});
/** What is counted of a day: all of it, and by hour, driver, customer and area. */
export const ReportCount = defineEntity({
  name: 'ReportCount',
  tableName: 'report_counts',
  properties: {
    day: () => p.manyToOne(ReportDay).primary().fieldName('day').deleteRule('cascade'),
    report: p.text().primary(),
    /** `all`, `hour`, `driver`, `customer` or `zone`. */
    by: p.text().primary(),
    key: p.text().primary(),
    figures: p.array().columnType('numeric[]'),
    /** Of punctuality: the minutes of each delivery that was late. */
    late: p.array().columnType('int[]').nullable(),
  },
  indexes: [
    {
      name: 'report_counts_of_report',
      expression: 'create index "report_counts_of_report" on "report_counts" ("report", "by", "day")',
    },
  ],
});
/** A fact of a day that is over changed, at this time of the fact: the day is counted again. */
export const ReportChange = defineEntity({
  name: 'ReportChange',
  tableName: 'report_changes',
  properties: {
    id: p.bigint().primary().autoincrement(),
    at: p.datetime(3),
  },
});
