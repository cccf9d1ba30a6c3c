import { defineEntity, p } from '@mikro-orm/core';
import type { CompanySettings } from '@quickfleet/shared/company/company';

/** What of the groups was set; the rest is as `companyDefaults` has it. */
export type StoredSettings = { [Group in keyof CompanySettings]?: Partial<CompanySettings[Group]> };

/** The company's settings: one row, ever. */
export const Company = defineEntity({
  name: 'Company',
  tableName: 'company',
  properties: {
    id: p.integer().primary().autoincrement(false).check('id = 1'),
    settings: p.json<StoredSettings>().defaultRaw(`'{}'`),
    /** The address of the mail server, with its password. */
    smtpUrlSealed: p.text().nullable(),
    updatedAt: p.datetime(3),
    version: p.integer().default(1),
  },
});
