import { Select, type SelectProps } from '@mantine/core';
import { languageNames, languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';

/** The languages that somebody can be written to in; the empty one is the company's. */
export function LanguageSelect(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      label={t('Language')}
      allowDeselect={false}
      data={[
        { value: '', label: t('That of the company') },
        ...languages.map((value) => ({ value, label: languageNames[value] })),
      ]}
      {...props}
    />
  );
}
