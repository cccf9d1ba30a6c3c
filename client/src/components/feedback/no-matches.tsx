import { Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { EmptyState } from './empty-state.tsx';

interface NoMatchesProps {
  title: string;
  text?: string;
  onClear: () => void;
}

/** Nothing of a list matches its search and filters, which can be cleared. */
export function NoMatches({ title, text, onClear }: NoMatchesProps) {
  return (
    <EmptyState
      title={title}
      {...(text && { text })}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Clear (filters)')}
        </Button>
      }
    />
  );
}
