import { Select } from '@mantine/core';
import type { User } from '@quickfleet/shared/people/users';
import { isStaff } from '@quickfleet/shared/roles';
import { isLanguage, languageNames, languages, staffLanguages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';

const BROWSERS = 'browser';

/** In which language somebody reads the screens and their mails; the page is loaded again in it. */
export function LanguageCard({ user }: { user: User }) {
  const update = trpc.users.update.useMutation(
    reported({ onDone: () => location.reload(), failed: t('The language was not changed') }),
  );
  const offered = isStaff(user.role) ? staffLanguages : languages;
  return (
    <SectionCard title={t('Language')}>
      <Select
        label={t('Of the screens and of the e-mails that you get')}
        maw={360}
        allowDeselect={false}
        disabled={update.isPending}
        data={[
          { value: BROWSERS, label: t('That of the browser') },
          ...offered.map((value) => ({ value, label: languageNames[value] })),
        ]}
        value={user.language ?? BROWSERS}
        onChange={(chosen) => update.mutate({ id: user.id, language: isLanguage(chosen) ? chosen : null })}
      />
    </SectionCard>
  );
}
