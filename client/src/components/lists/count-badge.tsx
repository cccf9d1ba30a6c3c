import { Badge } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { formatTotal } from '../../lib/words/format.ts';

interface CountBadgeProps {
  list: Parameters<typeof formatTotal>[0] | undefined;
  isFiltered: boolean;
}

/** How many rows a list has, next to its title: of all, or of what was found. */
export function CountBadge({ list, isFiltered }: CountBadgeProps) {
  if (!list) return null;
  const count = formatTotal(list);
  return (
    <Badge size="lg" variant="light" className="tabular">
      {isFiltered ? t('{count} found', { count }) : t('{count} total', { count })}
    </Badge>
  );
}
