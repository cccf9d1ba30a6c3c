import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { formatCount } from '../../lib/words/format.ts';

/** '2 new quotes · Show' next to a list's title, announced to screen readers. */
export function NewRowsButton({ count, what, onShow }: { count: number; what: string; onShow: () => void }) {
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
          {formatCount(count, what)} · Show
        </Button>
      )}
    </div>
  );
}
