// What a report says in sentences: the answer first, then what it is compared with, then what limits it.
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { formatIn } from '@quickfleet/shared/base/time/zoned-time';
import { type ReportBy, timeBys } from '@quickfleet/shared/operations/reports/report-names';
import type { Rate, Report, ReportQuery } from '@quickfleet/shared/operations/reports/reports';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import type { RevenueNotes } from './order-reports.ts';
import type { Scope } from './report-scope.ts';

/** What a period is compared with. */
type Compared = NonNullable<ReportQuery['compare']>;

/** '94 %', or '3 of 4' where a percentage says more than is known. */
const rateInWords = ({ rate, part, of }: Rate): string =>
  rate === null ? t('{part} of {of}', { part, of }) : t('{percent} %', { percent: Math.round(rate * 100) });

function countCompared(span: Compared, now: number, before: number): string {
  const difference = now - before;
  if (difference === 0)
    return t('As many as {span, select, year {a year before} other {in the period before}}.', { span });
  return difference > 0
    ? t(
        '{count, plural, one {# more than {span, select, year {a year before} other {in the period before}}.} other {# more than {span, select, year {a year before} other {in the period before}}.}}',
        {
          span,
          count: difference,
        },
      )
    : t(
        '{count, plural, one {# fewer than {span, select, year {a year before} other {in the period before}}.} other {# fewer than {span, select, year {a year before} other {in the period before}}.}}',
        {
          span,
          count: -difference,
        },
      );
}
function rateCompared(span: Compared, now: Rate, before: Rate): string {
  if (now.rate === null || before.rate === null)
    return t('{span, select, year {A year before} other {In the period before}} it was {rate}.', {
      span,
      rate: rateInWords(before),
    });
  const points = Math.round((now.rate - before.rate) * 100);
  if (points === 0)
    return t('The same as {span, select, year {a year before} other {in the period before}}.', { span });
  return points > 0
    ? t(
        '{count, plural, one {# point better than {span, select, year {a year before} other {in the period before}}.} other {# points better than {span, select, year {a year before} other {in the period before}}.}}',
        {
          span,
          count: points,
        },
      )
    : t(
        '{count, plural, one {# point worse than {span, select, year {a year before} other {in the period before}}.} other {# points worse than {span, select, year {a year before} other {in the period before}}.}}',
        {
          span,
          count: -points,
        },
      );
}

/** Of rows of a list the one with the most; of rows by time it says little. */
function mostOf<Row extends { label: string }>(
  by: ReportBy,
  rows: readonly Row[],
  measure: (row: Row) => number,
): string[] {
  if ((timeBys as readonly ReportBy[]).includes(by)) return [];
  const [first, second] = rows.filter((row) => measure(row) > 0).toSorted((a, b) => measure(b) - measure(a));
  return first && second ? [t('The most: {label}, {count}.', { label: first.label, count: measure(first) })] : [];
}
/** Of rows with enough to say so the one that is least often on time. */
function leastOnTime(rows: readonly { label: string; onTime: Rate }[]): string[] {
  const [worst, next] = rows
    .filter(({ onTime }) => onTime.rate !== null && onTime.rate < 1)
    .toSorted((a, b) => (a.onTime.rate ?? 1) - (b.onTime.rate ?? 1));
  return worst && next
    ? [t('Least on time: {label}, {rate}.', { label: worst.label, rate: rateInWords(worst.onTime) })]
    : [];
}

function answerOf(report: Report, span: Compared): string[] {
  const { by, currency } = report;
  switch (report.name) {
    case 'deliveries': {
      const { totals, previous, rows } = report;
      return [
        t('{count, plural, one {# delivery.} other {# deliveries.}}', { count: totals.delivered }),
        ...(previous ? [countCompared(span, totals.delivered, previous.delivered)] : []),
        ...mostOf(by, rows, ({ delivered }) => delivered),
      ];
    }
    case 'punctuality': {
      const { totals, previous, rows } = report;
      if (totals.onTime.of === 0) return [];
      return [
        t('On time: {rate}.', { rate: rateInWords(totals.onTime) }),
        ...(previous && previous.onTime.of > 0 ? [rateCompared(span, totals.onTime, previous.onTime)] : []),
        ...(by === 'reason' ? mostOf(by, rows, ({ onTime }) => onTime.of) : leastOnTime(rows)),
      ];
    }
    case 'failures': {
      const { totals, previous, rows } = report;
      const { firstAttempt } = totals;
      return [
        ...(firstAttempt && firstAttempt.of > 0
          ? [t('Done at the first attempt: {rate}.', { rate: rateInWords(firstAttempt) })]
          : []),
        t('{count, plural, one {# failed attempt.} other {# failed attempts.}}', { count: totals.attempts }),
        ...(previous ? [countCompared(span, totals.attempts, previous.attempts)] : []),
        ...mostOf(by, rows, ({ attempts }) => attempts),
      ];
    }
    case 'revenue': {
      const { totals, previous } = report;
      const amount = (of: string) => formatAmount(of, currency);
      return [
        t('{amount} earned, without tax.', { amount: amount(totals.net) }),
        ...(previous
          ? [
              t('{span, select, year {A year before} other {In the period before}} it was {rate}.', {
                span,
                rate: amount(previous.net),
              }),
            ]
          : []),
        ...(Number(totals.invoiced) === 0
          ? []
          : [t('{amount} invoiced, without tax.', { amount: amount(totals.invoiced) })]),
        ...(Number(totals.open) > 0 ? [t('{amount} is still to be paid.', { amount: amount(totals.open) })] : []),
      ];
    }
    case 'customers': {
      const { active, new: fresh, sleeping, largestShare } = report.totals;
      const [largest] = report.rows;
      return [
        t('{count, plural, one {# customer with deliveries.} other {# customers with deliveries.}}', { count: active }),
        t('{count, plural, one {# is new.} other {# are new.}}', { count: fresh }),
        t(
          '{count, plural, one {# is silent after deliveries in the year before.} other {# are silent after deliveries in the year before.}}',
          {
            count: sleeping,
          },
        ),
        ...(largest && largestShare.of > 0
          ? [
              t('The largest: {label}, {rate} of all deliveries.', {
                label: largest.label,
                rate: rateInWords(largestShare),
              }),
            ]
          : []),
      ];
    }
    case 'quotes': {
      const { totals, previous } = report;
      return [
        t('{count, plural, one {# quote was asked for} other {# quotes were asked for}}, {accepted} accepted.', {
          count: totals.asked,
          accepted: totals.accepted,
        }),
        ...(previous ? [countCompared(span, totals.asked, previous.asked)] : []),
        ...(totals.pricedInTime.of > 0
          ? [t('Priced in time: {rate}.', { rate: rateInWords(totals.pricedInTime) })]
          : []),
      ];
    }
    case 'drivers': {
      const { totals, previous, rows } = report;
      return [
        t('{count, plural, one {# stop.} other {# stops.}}', { count: totals.stops }),
        ...(previous ? [countCompared(span, totals.stops, previous.stops)] : []),
        ...mostOf(by, rows, ({ stops }) => stops),
      ];
    }
  }
}

/** What of a report is not known, and from when. */
export interface Limits {
  compare: Compared;
  revenue?: RevenueNotes | undefined;
  /** The day of the first delivery, or of the first quote; null before that. */
  begins: string | null;
  /** The last day that shown ranges are kept of. */
  rangesFrom: string;
  /** The present day is in it. */
  isUnfinished: boolean;
  hidden: number;
}
const dayInWords = (day: string): string =>
  formatIn('UTC', localeOf(language()), { dateStyle: 'medium' }).format(new Date(`${day}T00:00:00Z`));

export function notesOf(report: Report, scope: Scope, limits: Limits): string[] {
  const { compare, begins, revenue, rangesFrom, isUnfinished, hidden } = limits;
  const isOfQuotes = report.name === 'quotes';
  if (begins === null)
    return [
      isOfQuotes
        ? t('There are no figures yet: they begin with the first quote that somebody asks for.')
        : t('There are no figures yet: they begin with the first delivery.'),
    ];
  return [
    ...answerOf(report, compare),
    ...(begins > scope.from ? [t('Figures begin on {day}.', { day: dayInWords(begins) })] : []),
    ...(isUnfinished ? [t('Today is not over.')] : []),
    ...(report.name === 'punctuality' && report.totals.onTime.of === 0
      ? [t('Without promised windows nothing can be late: give orders a delivery window.')]
      : []),
    ...(report.name === 'punctuality' && rangesFrom > scope.from
      ? [t('Shown times are kept since {day}.', { day: dayInWords(rangesFrom) })]
      : []),
    ...(report.name === 'drivers' && report.totals.hours === null
      ? [t('Hours are known of days that drivers begin and end on their phones.')]
      : []),
    ...(revenue && revenue.unpriced > 0
      ? [
          t('{count, plural, one {# delivery has no price.} other {# deliveries have no price.}}', {
            count: revenue.unpriced,
          }),
        ]
      : []),
    ...(revenue && revenue.others > 0
      ? [
          t(
            '{count, plural, one {# delivery in another currency is not in these amounts.} other {# deliveries in other currencies are not in these amounts.}}',
            {
              count: revenue.others,
            },
          ),
        ]
      : []),
    ...(hidden > 0
      ? [
          t('{count, plural, one {# more row is in the spreadsheet.} other {# more rows are in the spreadsheet.}}', {
            count: hidden,
          }),
        ]
      : []),
  ];
}
