import { Anchor } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import type { MouseEvent } from 'react';
import type { QuoteDialog } from '../list/quotes-view.ts';

interface QuoteTitleProps {
  id: number;
  className: string | undefined;
  onOpen: (dialog: QuoteDialog, id: number) => void;
}

/** A link that opens a quote's details here, or with a modifier key in a new tab. */
export const detailsLink = (id: number, onOpen: QuoteTitleProps['onOpen']) => ({
  href: `?quote=${id}`,
  onClick: (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen('quote', id);
  },
});

/** The number of a quote in the list, as a card and as a row. */
export function QuoteTitle({ id, className, onOpen }: QuoteTitleProps) {
  return (
    <h3 className={className} id={`quote-${id}-title`}>
      <Anchor {...detailsLink(id, onOpen)} c="inherit" inherit data-row-open>
        {t('Quote #{id}', { id })}
      </Anchor>
    </h3>
  );
}
