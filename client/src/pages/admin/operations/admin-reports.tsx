import { Anchor, Card, SimpleGrid, Text, Title } from '@mantine/core';
import { reportNames, reportQuestions, reportTitles } from '@quickfleet/shared/operations/reports/report-names';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { SavedList } from '../../../features/operations/reports/saved/saved-list.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { useAuth } from '../../../lib/api/session.tsx';

const others = [
  {
    title: t('Expected times'),
    text: t('How often a delivery came within the time that was announced.'),
    href: paths.adminEta,
  },
  {
    title: t('Ratings'),
    text: t('What customers and recipients say about their deliveries.'),
    href: paths.adminRatings,
  },
];

/** Every report, and what it answers; amounts are for admins. */
export function AdminReportsPage() {
  useDocumentTitle(t('Reports'));
  const { user } = useAuth();
  const reports = [
    ...reportNames
      .filter((name) => name !== 'revenue' || user?.role === 'admin')
      .map((name) => ({ title: reportTitles[name], text: reportQuestions[name], href: paths.adminReport(name) })),
    ...others,
  ];
  return (
    <>
      <Title order={1} mb="md">
        {t('Reports')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="md">
        {reports.map(({ title, text, href }) => (
          <Card key={href} component="section">
            <Title order={2} size="h4">
              <Anchor component={Link} href={href} inherit>
                {title}
              </Anchor>
            </Title>
            <Text size="sm" c="dimmed" mt={4}>
              {text}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      <SavedList />
    </>
  );
}
