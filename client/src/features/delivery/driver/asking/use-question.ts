import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { useRef, useState } from 'react';

export interface Question {
  /** The order that is asked about. */
  about?: Pick<Order, 'trackingNumber' | 'customerName'>;
  title: string;
  text: string;
  action: string;
  /** Red unless the action takes nothing away. */
  isDanger?: boolean;
}

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
