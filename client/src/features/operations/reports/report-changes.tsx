import { Paper, Stack, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { isMoney, mainFigure, type ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { t } from '@quickfleet/shared/words/t';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatNumber } from '../../../lib/words/format.ts';
import { askedOf, type ReportView } from './report-view.ts';

/** The five largest differences to the period before, and the part of the whole that each explains. */
export function ReportChanges({ name, view, currency }: { name: ReportName; view: ReportView; currency: string }) {
  const { by: _, ...asked } = askedOf(name, view);
  const { data } = trpc.reports.changes.useQuery(asked);
  if (!data || data.length === 0) return null;
  const words = (value: number) =>
    isMoney(name, mainFigure[name]) ? formatAmount(String(value), currency) : formatNumber(value);
  return (
    <Paper withBorder p="md" radius="lg" component="section" aria-label={t('What changed')}>
      <Title order={2} size="h4" mb="sm">
        {t('What changed')}
      </Title>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map(({ key, label, before, after, share }) => (
          <li key={key}>
            <Text size="sm">
              <span dir="auto">{label}</span>
              {': '}
              {share === null || share < 0
                ? t('{before} before, {after} now', { before: words(before), after: words(after) })
                : t('{before} before, {after} now: {percent} % of the change', {
                    before: words(before),
                    after: words(after),
                    percent: Math.round(share * 100),
                  })}
            </Text>
          </li>
        ))}
      </Stack>
    </Paper>
  );
}
