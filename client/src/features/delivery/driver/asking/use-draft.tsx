import { useWindowEvent } from '@mantine/hooks';
import { t } from '@quickfleet/shared/words/t';
import { type RefObject, useEffect, useRef } from 'react';
import { hideToast } from '../../../../lib/toast.ts';
import { portal } from '../outbox/portal.ts';
import { type Draft, describeDraft, draftKey } from '../outbox/storing/contents.ts';
import { AskDialog } from './ask-dialog.tsx';
import { useQuestion } from './use-question.ts';

const TYPING_MS = 400;
const withoutBytes = (_key: string, value: unknown) => (value instanceof Blob ? value.size : value);
/** What is kept as soon as it changes: pictures and strokes. */
const picturesIn = (draft: Draft | undefined): unknown => {
  if (draft?.dialog === 'signature') return draft.picture ?? draft.strokes;
  return draft && 'photos' in draft ? draft.photos : undefined;
};

/** What a dialog does when the driver wants to leave it. */
export type Leave = RefObject<(() => void) | undefined>;

/**
 * Stores what is typed in a dialog on the phone: pictures as soon as they exist, words a moment after they were typed,
 * and all of it when the phone shows something else, such as its camera. `leave` asks before anything of it is lost.
 * `saving` passes its key to `record`, which drops the draft in the same step that stores the action. `onOpen` runs once.
 */
export function useDraft(draft: Draft | undefined, leave: Leave, onClose: () => void, onOpen?: () => void) {
  const { question, give, ask } = useQuestion();
  useEffect(() => {
    // On a phone it would cover the dialog's fields or its button.
    hideToast();
    onOpen?.();
  }, []);
  const present = useRef({ draft, isOver: false, isNew: true });
  present.current.draft = draft;
  const keep = () => {
    const { draft: latest, isOver } = present.current;
    if (latest && !isOver) void portal.keepDraft(latest);
  };
  const pictures = picturesIn(draft);
  const words = JSON.stringify(draft, withoutBytes);
  useEffect(() => {
    if (present.current.isNew) return;
    const timer = setTimeout(keep, TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => {
    if (!present.current.isNew) keep();
    present.current.isNew = false;
  }, [pictures]);
  useWindowEvent('visibilitychange', () => document.visibilityState === 'hidden' && keep());

  const drop = () => {
    const { draft: latest } = present.current;
    if (latest) void portal.dropDraft(draftKey(latest));
  };
  const close = async () => {
    const what = draft && describeDraft(draft);
    const isSure =
      !what ||
      (await ask({
        title: t('Discard {what}?', { what }),
        text: t('It isn’t saved with the order yet. If you discard it, it’s deleted from this phone.'),
        action: t('Discard'),
      }));
    if (!isSure) return;
    present.current.isOver = true;
    drop();
    onClose();
  };
  leave.current = () => void close();
  const saving = async (save: (key: string | undefined) => Promise<void>) => {
    present.current.isOver = true;
    try {
      await save(draft && draftKey(draft));
    } catch (error) {
      present.current.isOver = false;
      throw error;
    }
  };
  // Only while asking: a mounted dialog would also react to the Escape press that opens it.
  return { askDialog: question && <AskDialog question={question} onAnswer={give} />, drop, saving };
}
