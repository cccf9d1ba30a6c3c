import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { ConflictNotice, type Difference } from '../../../../components/feedback/conflict-notice.tsx';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';

interface QuoteConflictDialogProps {
  conflict: { quote: Quote; differences: readonly Difference[] } | undefined;
  onChoose: (choice: 'mine' | 'reload' | 'back') => void;
}

/** An edit conflict: both versions, and a choice. Closing it returns to the form. */
export function QuoteConflictDialog({ conflict, onChoose }: QuoteConflictDialogProps) {
  return (
    <DialogOf
      of={conflict}
      onClose={() => onChoose('back')}
      title={(shown) => t('Quote #{id} was changed', { id: shown.quote.id })}
      size="lg"
      zIndex={300}
      closeOnClickOutside={false}
    >
      {(shown) => (
        <ConflictNotice
          what={t('quote')}
          differences={shown.differences}
          onKeepMine={() => onChoose('mine')}
          onUseTheirs={() => onChoose('reload')}
          theirsText={t('Reload')}
          isSaving={false}
        />
      )}
    </DialogOf>
  );
}
