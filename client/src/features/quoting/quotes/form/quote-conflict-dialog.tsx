import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { ConflictNotice, type Difference } from '../../../../components/feedback/conflict-notice.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';

interface QuoteConflictDialogProps {
  conflict: { quote: Quote; differences: readonly Difference[] } | undefined;
  onChoose: (choice: 'mine' | 'reload' | 'back') => void;
}

/** An edit conflict: both versions, and a choice. Closing it returns to the form. */
export function QuoteConflictDialog({ conflict, onChoose }: QuoteConflictDialogProps) {
  const shown = usePrevious(conflict);
  return (
    <Dialog
      opened={conflict !== undefined}
      onClose={() => onChoose('back')}
      title={shown && `Quote #${shown.quote.id} was changed`}
      size="lg"
      zIndex={300}
      closeOnClickOutside={false}
    >
      {shown && (
        <ConflictNotice
          what="quote"
          differences={shown.differences}
          onKeepMine={() => onChoose('mine')}
          onUseTheirs={() => onChoose('reload')}
          theirsText="Reload"
          isSaving={false}
        />
      )}
    </Dialog>
  );
}
