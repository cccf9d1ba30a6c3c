import { chartFigure, figureOf, inWords, numberOf } from '@quickfleet/shared/operations/reports/figure-words';
import { byWords, figuresOf, reportTitles } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import type { Language } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { plainDayWords } from '../../../company/papers/money-words.ts';
import { aboutPaper } from '../../../company/papers/paper.ts';
import { inPaperLanguage } from '../../../company/papers/words.ts';
import { companyNameOf, readCompany } from '../../../company/settings/company.service.ts';
import { logoForPrint } from '../../../company/settings/logo.ts';
import type { AppContext } from '../../../http/context.ts';
import { heavy } from '../../../process/heavy/heavy.ts';
import { paperKind } from '../../../process/heavy/kinds.ts';
import type { ReportPaper } from './report-paper.ts';

const making = heavy<typeof import('./report-paper.ts')>(paperKind, new URL('./report-paper.ts', import.meta.url));

function paperOf(report: Report, sender: ReportPaper['head']['sender'], title: string): ReportPaper {
  const { name, by, from, to, rows, totals, previous, currency, notes } = report;
  const all = figuresOf[name];
  const columns = all.filter(({ only }) => only !== 'totals');
  const cells = (figures: object) =>
    columns.map((figure) => inWords(figure, figureOf(figures, figure.field), currency));
  const chart = chartFigure[name];
  return {
    head: {
      sender,
      kind: reportTitles[name],
      number: title,
      facts: [t('{from} to {to}', { from: plainDayWords(from), to: plainDayWords(to) })],
    },
    notes,
    totals: all
      .filter(({ only }) => only !== 'rows')
      .map((figure) => ({
        name: t(figure.name),
        value: inWords(figure, figureOf(totals, figure.field), currency),
        before: previous
          ? t('before: {value}', { value: inWords(figure, figureOf(previous, figure.field), currency) })
          : '',
      })),
    bars: rows.map((row) => ({ label: row.label, value: Math.max(0, numberOf(figureOf(row, chart))) })),
    barsName: all.flatMap((figure) => (figure.field === chart ? [t(figure.name)] : [])).join(''),
    titles: [byWords[by], ...columns.map((figure) => t(figure.name))],
    rows: rows.map((row) => [row.label, ...cells(row)]),
    sum: name === 'customers' || rows.length < 2 ? null : [t('Total'), ...cells(totals)],
    foot: [sender.name, reportTitles[name]].join(' · '),
  };
}

interface Asked {
  title: string;
  language: Language;
  read: () => Promise<Report>;
}
/** A report as PDF, on one page where it fits. */
export async function reportPaper(ctx: AppContext, { title, language, read }: Asked): Promise<Buffer> {
  const settings = await readCompany(ctx.em);
  const logo = settings.look.logoUrl === null ? null : await logoForPrint(ctx.services);
  const made = await inPaperLanguage(ctx, language, async () => {
    const report = await read();
    const paper = paperOf(report, { name: companyNameOf(ctx, settings), logo, lines: [] }, title);
    const about = aboutPaper(ctx, `${reportTitles[report.name]} ${report.from}`, paper.head.sender.name);
    return making.run('makeReport', { about, paper });
  });
  return Buffer.from(made, 'base64');
}
