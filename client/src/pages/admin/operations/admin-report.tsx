import { Text, Title } from '@mantine/core';
import {
  isReportName,
  type ReportName,
  reportQuestions,
  reportTitles,
} from '@quickfleet/shared/operations/reports/report-names';
import { t } from '@quickfleet/shared/words/t';
import { useParams } from 'wouter';
import { ReportScreen } from '../../../features/operations/reports/report-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

/** One report. The address names it, and the server knows no other. */
export function AdminReportPage() {
  const { name = '' } = useParams<{ name: string }>();
  const shown: ReportName = isReportName(name) ? name : 'deliveries';
  useDocumentTitle(t('Report: {name}', { name: reportTitles[shown] }));
  return (
    <>
      <Title order={1}>{reportTitles[shown]}</Title>
      <Text c="dimmed" mb="md">
        {reportQuestions[shown]}
      </Text>
      <ReportScreen key={shown} name={shown} />
    </>
  );
}
