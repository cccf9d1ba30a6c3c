import { Anchor, Button } from '@mantine/core';
import { figureOf, inWords } from '@quickfleet/shared/operations/reports/figure-words';
import { byWords, type Figure, figuresOf, isTimeBy } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Link } from 'wouter';
import { linkOfRow } from './report-links.ts';
import styles from './reports.module.css';

const ROWS_SHOWN = 60;

interface CellsProps {
  figures: readonly Figure[];
  /** A row, or the totals. */
  of: object;
  currency: string;
}
const Cells = ({ figures, of, currency }: CellsProps) =>
  figures.map((figure) => (
    <td key={figure.field} className="tabular">
      {inWords(figure, figureOf(of, figure.field), currency)}
    </td>
  ));

/**
 * The rows of a report with their figures, and the sum below. Without the library's table, which brings its own bars for
 * scrolling and with them what places menus: the first view of a report has no room for it.
 */
export function ReportTable({ report, title }: { report: Report; title: string }) {
  const [isWhole, setWhole] = useState(false);
  const { name, by, from, to, currency, rows, totals } = report;
  const figures = figuresOf[name].filter(({ only }) => only !== 'totals');
  const shown = isWhole ? rows : rows.slice(0, ROWS_SHOWN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section className={styles.table} aria-label={title} tabIndex={0}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{byWords[by]}</th>
            {figures.map((figure) => (
              <th key={figure.field} scope="col">
                {t(figure.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const href = linkOfRow(name, by, row.key, { from, to });
            return (
              <tr key={row.key}>
                <th scope="row" dir="auto" data-when={isTimeBy(by) || undefined}>
                  {href ? (
                    <Anchor component={Link} href={href} inherit>
                      {row.label}
                    </Anchor>
                  ) : (
                    row.label
                  )}
                </th>
                <Cells figures={figures} of={row} currency={currency} />
              </tr>
            );
          })}
        </tbody>
        {name !== 'customers' && rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Cells figures={figures} of={totals} currency={currency} />
            </tr>
          </tfoot>
        )}
      </table>
      {shown.length < rows.length && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setWhole(true)}>
          {t('Show all {count} rows', { count: rows.length })}
        </Button>
      )}
    </section>
  );
}
