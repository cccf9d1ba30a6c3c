import { useLater } from '../../../../lib/hooks/use-later.ts';
import { loadDialogs } from './load-dialogs.ts';
import { useQuestion } from './use-question.ts';

/**
 * `const { ask, askDialog } = useAsk()`: put `{askDialog}` anywhere in the JSX, then `if (await ask({ … })) remove()`.
 */
export function useAsk() {
  const { question, give, ask } = useQuestion();
  // Without a network the dialog may not have arrived; the browser's own is always there.
  const dialogs = useLater(
    loadDialogs,
    question !== undefined,
    () => question && give(window.confirm(`${question.title}\n\n${question.text}`)),
  );
  return { ask, askDialog: dialogs && <dialogs.AskDialog question={question} onAnswer={give} /> };
}
