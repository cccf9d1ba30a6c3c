import { useRef, useState } from 'react';
import { loadDialogs } from './load-dialogs.ts';
import type { Question } from './question.ts';
import { useLater } from './use-later.ts';

/**
 * `const { ask, askDialog } = useAsk()`: put `{askDialog}` anywhere in the JSX, then `if (await ask({ … })) remove()`.
 */
export function useAsk() {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const give = (yes: boolean) => {
    setQuestion(undefined);
    answer.current?.(yes);
    answer.current = undefined;
  };
  // Without a network the dialog may not have arrived; the browser's own is always there.
  const dialogs = useLater(
    loadDialogs,
    question !== undefined,
    () => question && give(window.confirm(`${question.title}\n\n${question.text}`)),
  );

  const ask = (asked: Question): Promise<boolean> => {
    answer.current?.(false);
    setQuestion(asked);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  return { ask, askDialog: dialogs && <dialogs.AskDialog question={question} onAnswer={give} /> };
}
