import { Button, Card, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { activitySubjects } from '@quickfleet/shared/company/history/activity';
import { actorKinds } from '@quickfleet/shared/company/history/history';
import { actorWords } from '@quickfleet/shared/company/history/history-words';
import { ACTIVITY_PAGE } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconFileText } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { z } from 'zod';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../components/feedback/no-matches.tsx';
import { CountBadge } from '../../../components/lists/count-badge.tsx';
import { ExcelButton } from '../../../components/lists/excel-button.tsx';
import { type ActiveFilter, FilterChips } from '../../../components/lists/filter-chips.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { excelHref } from '../../../lib/addresses/paper-links.ts';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { subjectNames } from './activity-links.ts';
import { ActivityList } from './activity-list.tsx';

const DAY = /^\d{4}-\d\d-\d\d$/;
/** What is offered among the kinds. */
const signIns: readonly { value: string; label: string }[] = [
  { value: 'user.signed_in', label: t('Sign-ins') },
  { value: 'user.sign_in_failed', label: t('Failed sign-ins') },
  { value: 'user.signed_out', label: t('Sign-outs') },
];
const isSignIn = (action: string | undefined): action is string => signIns.some(({ value }) => value === action);
const activityView = z.object({
  subject: z.enum(activitySubjects).optional(),
  subjectId: urlNumber.optional(),
  action: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+){1,2}$/)
    .optional(),
  actorKind: z.enum(actorKinds).optional(),
  actorId: urlNumber.optional(),
  from: z.string().regex(DAY).optional(),
  to: z.string().regex(DAY).optional(),
  page: urlNumber.default(1),
});
type Filters = Omit<z.output<typeof activityView>, 'page'>;
const filterNames = ['subject', 'subjectId', 'action', 'actorKind', 'actorId', 'from', 'to'] as const;

const given = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Filters;

/** Who did what, on which thing, from where and when, with what it was before. */
export function ActivityScreen() {
  const { view, filter, clear, isFiltered, goToPage } = useView(activityView, filterNames);
  const { page, ...filters } = view;
  const input = { ...given(filters), page, limit: ACTIVITY_PAGE };
  const activity = trpc.activity.list.useQuery(input, { placeholderData: keepPreviousData, refetchOnMount: 'always' });
  const { subject, subjectId, action, actorId, from, to } = filters;
  const lines = activity.data?.data ?? [];
  const known = lines.find((line) => line.actorId === actorId);
  const actorName = known ? actorWords(known) : `#${actorId}`;
  const chips: ActiveFilter[] = [
    ...(actorId
      ? [
          {
            text: t('By {actorName}', { actorName }),
            onRemove: () => filter({ actorKind: undefined, actorId: undefined }),
          },
        ]
      : []),
    ...(subjectId
      ? [{ text: t('Number {subjectId}', { subjectId }), onRemove: () => filter({ subjectId: undefined }) }]
      : []),
    ...(action && !isSignIn(action) ? [{ text: action, onRemove: () => filter({ action: undefined }) }] : []),
  ];
  const what = isSignIn(action) ? action : (subject ?? '');
  const showOnly = (value: string) =>
    filter({
      subject: activitySubjects.find((known) => known === value),
      subjectId: undefined,
      action: isSignIn(value) ? value : undefined,
    });

  return (
    <>
      <Group gap="sm" mb={4} mih={32}>
        <Title order={1}>{t('Activity')}</Title>
        <CountBadge list={activity.data} isFiltered={isFiltered} />
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {t('Everything that people, programs and QuickFleet itself did here. No line can be changed or removed.')}
      </Text>
      <Group gap="sm" mb="sm" align="flex-end">
        <NativeSelect
          label={t('What')}
          data={[
            { value: '', label: t('Everything') },
            ...signIns,
            ...activitySubjects.map((value) => ({ value, label: subjectNames[value] })),
          ]}
          value={what}
          onChange={(event) => showOnly(event.currentTarget.value)}
        />
        <TextInput
          label={t('From (time)')}
          type="date"
          value={from ?? ''}
          onChange={(event) => filter({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          label={t('To (a day)')}
          type="date"
          value={to ?? ''}
          onChange={(event) => filter({ to: event.currentTarget.value || undefined })}
        />
        {lines.length > 0 && (
          <Group gap="sm" ml="auto">
            <Button
              component="a"
              href={excelHref('activity', input, 'csv')}
              download
              variant="default"
              leftSection={<IconFileText size={18} aria-hidden />}
            >
              {t('Export CSV')}
            </Button>
            <ExcelButton href={excelHref('activity', input)} />
          </Group>
        )}
      </Group>
      <FilterChips filters={chips} canClearAll={isFiltered && chips.length > 0} onClear={clear} />
      <Card padding="md" mt="sm">
        <PagedList
          query={activity}
          failed={t('The activity could not be loaded')}
          empty={
            isFiltered ? (
              <NoMatches title={t('Nothing happened with these filters')} onClear={clear} />
            ) : (
              <EmptyState
                title={t('Nothing happened yet')}
                text={t('The first line is written with the next sign-in.')}
              />
            )
          }
          what={t('lines (in a list)')}
          onPage={goToPage}
        >
          {(rows) => (
            <ActivityList
              lines={rows}
              onActor={({ actorKind, actorId: id }) =>
                filter({ actorKind, actorId: id === null ? undefined : String(id) })
              }
            />
          )}
        </PagedList>
      </Card>
    </>
  );
}
