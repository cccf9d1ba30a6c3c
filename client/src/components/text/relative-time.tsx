import { use } from 'react';
import { useIsHydrated } from '../../lib/hooks/use-is-hydrated.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { PageContext } from '../../lib/page.ts';
import { formatDateTime, formatRelative } from '../../lib/words/format.ts';

interface RelativeTimeProps {
  value: string;
  prefix?: string;
  /** The message around it: 'Updated 2 hours ago'. */
  text?: (when: string) => string;
}

/**
 * '2 hours ago', with the absolute time and its zone on hover. A title and not a Tooltip: the tracking page does
 * without the positioning library.
 */
export function RelativeTime({ value, prefix = '', text }: RelativeTimeProps) {
  const { renderedAt } = use(PageContext).data;
  const isHydrated = useIsHydrated();
  const now = useNow();
  const when = formatRelative(value, isHydrated ? now : renderedAt);
  return (
    <time dateTime={value} title={formatDateTime(value)} className="tabular">
      {prefix}
      {text ? text(when) : when}
    </time>
  );
}
