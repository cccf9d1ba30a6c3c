// The file that goes with a mail of a saved report, made when the mail is sent.
import { buffer } from 'node:stream/consumers';
import { comparisons } from '@quickfleet/shared/operations/reports/periods';
import { reportBys, reportNames } from '@quickfleet/shared/operations/reports/report-names';
import { reportFormats } from '@quickfleet/shared/operations/reports/saved-reports';
import { languages } from '@quickfleet/shared/words/languages';
import { z } from 'zod';
import type { AppContext, Services } from '../../../http/context.ts';
import { systemContext } from '../../../http/context.ts';
import { inLanguage } from '../../../words/speak.ts';
import { tableStream, tableTypes } from '../../exports/table-answer.ts';
import { make, scopeFor } from '../reports.service.ts';
import { tableOf } from '../reports.table.ts';
import { reportPaper } from './report-paper.service.ts';

const mailedReport = z.object({
  name: z.enum(reportNames),
  format: z.enum(reportFormats),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  by: z.enum(reportBys),
  compare: z.enum(comparisons).optional(),
  driverId: z.number().optional(),
  customerId: z.number().optional(),
  zone: z.string().optional(),
  status: z.string().optional(),
  isCustomer: z.boolean(),
  hidesMoney: z.boolean(),
  language: z.enum(languages),
});
/** Which report goes with a mail, and what its reader may read of it. */
export type MailedReport = z.infer<typeof mailedReport>;

export interface ReportFile {
  filename: string;
  contentType: string;
  content: Buffer;
}
/** The file of a mail, with the figures as they are now. */
export async function reportForMail(services: Services, kept: unknown): Promise<ReportFile> {
  const { name, format, title, language, compare, isCustomer, hidesMoney, ...asked } = mailedReport.parse(kept);
  const ctx: AppContext = { ...systemContext(services), em: services.orm.em.fork(), grant: 'yes' };
  const read = async (max?: number) => {
    const scope = await scopeFor(ctx, { ...asked, name }, () => true);
    return make(ctx, name, scope, { isCustomer, hidesMoney }, { compare, ...(max && { max }) });
  };
  const filename = `report-${name}-${asked.from}-${asked.to}.${format}`;
  if (format === 'pdf')
    return { filename, contentType: 'application/pdf', content: await reportPaper(ctx, { title, language, read }) };
  const table = inLanguage(language, () => tableOf(name, asked.by, () => read(Number.POSITIVE_INFINITY)));
  const zone = services.config.BUSINESS_TIMEZONE;
  const bytes = await tableStream(services, table, { form: 'xlsx', language, zone, delimiter: 'comma' });
  return { filename, contentType: tableTypes.xlsx, content: await buffer(bytes) };
}
