import { Anchor, Button, Table } from '@mantine/core';
import { figureOf, inWords } from '@quickfleet/shared/operations/reports/figure-words';
import { byWords, figuresOf, isTimeBy } from '@quickfleet/shared/operations/reports/report-names';
import type { Report } from '@quickfleet/shared/operations/reports/reports';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Link } from 'wouter';
import { linkOfRow } from './report-links.ts';
import styles from './reports.module.css';

const ROWS_SHOWN = 60;

/** The rows of a report with their figures, and the sum below. */
export function ReportTable({ report, title }: { report: Report; title: string }) {
  const [isWhole, setWhole] = useState(false);
  const { name, by, from, to, currency, rows, totals } = report;
  const figures = figuresOf[name].filter(({ only }) => only !== 'totals');
  const shown = isWhole ? rows : rows.slice(0, ROWS_SHOWN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section className={styles.table} aria-label={title} tabIndex={0}>
      <Table aria-label={title} striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{byWords[by]}</Table.Th>
            {figures.map((figure) => (
              <Table.Th key={figure.field} ta="right">
                {t(figure.name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => {
            const href = linkOfRow(name, by, row.key, { from, to });
            return (
              <Table.Tr key={row.key}>
                <Table.Th scope="row" fw={400} dir="auto" className={isTimeBy(by) ? (styles.when ?? '') : ''}>
                  {href ? (
                    <Anchor component={Link} href={href} inherit>
                      {row.label}
                    </Anchor>
                  ) : (
                    row.label
                  )}
                </Table.Th>
                {figures.map((figure) => (
                  <Table.Td key={figure.field} ta="right" className="tabular">
                    {inWords(figure, figureOf(row, figure.field), currency)}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
        {name !== 'customers' && rows.length > 1 && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('Total')}</Table.Th>
              {figures.map((figure) => (
                <Table.Th key={figure.field} ta="right" className="tabular">
                  {inWords(figure, figureOf(totals, figure.field), currency)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
      {shown.length < rows.length && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setWhole(true)}>
          {t('Show all {count} rows', { count: rows.length })}
        </Button>
      )}
    </section>
  );
}
