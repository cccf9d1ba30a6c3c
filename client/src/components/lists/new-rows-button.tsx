import { Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowUp } from '@tabler/icons-react';

/** '2 new quotes · Show' next to a list's title, announced to screen readers. */
export function NewRowsButton({ count, words, onShow }: { count: number; words: string; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <Button
          size="xs"
          color="amber"
          radius="xl"
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={onShow}
        >
          {t('{rows} · Show', { rows: words })}
        </Button>
      )}
    </div>
  );
}
