import { useRef, useState } from 'react';
import type { Question } from './question.ts';

/** The state of a question until it is answered. A new question answers the one before with no. */
export function useQuestion() {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const give = (yes: boolean) => {
    setQuestion(undefined);
    answer.current?.(yes);
    answer.current = undefined;
  };
  const ask = (asked: Question): Promise<boolean> => {
    answer.current?.(false);
    setQuestion(asked);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  return { question, give, ask };
}
