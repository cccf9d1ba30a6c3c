import { defineEntity, p } from '@mikro-orm/core';

const HealthReportSchema = defineEntity({
  name: 'HealthReport',
  tableName: 'health_reports',
  properties: {
    id: p.integer().primary(),
    checkedAt: p.datetime(3),
    findings: p.json(),
  },
});
/** What the server found when it last checked itself: one row, the points that are not as they should be. */
export class HealthReport extends HealthReportSchema.class {}
HealthReportSchema.setClass(HealthReport);
