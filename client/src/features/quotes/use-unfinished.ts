import { useRef, useState } from 'react';
import { useAuth } from '../../lib/session.tsx';
import type { QuoteFormValues } from './quote-form-values.ts';
import { draftKept, nothingToKeep } from './quotes-mutations.ts';
import { forgetUnfinished, keepUnfinished, readUnfinished, unfinishedKey } from './unfinished-quote.ts';

/** One form's beginnings: fresh, or what was put aside last time. `run` changes when the form starts anew. */
export function useUnfinished(fresh: () => QuoteFormValues, quoteId: number | undefined, onClose: () => void) {
  const { user } = useAuth();
  const key = unfinishedKey(user?.id ?? 0, quoteId);
  const [offered, setOffered] = useState(() => readUnfinished(key));
  const [start, setStart] = useState(() => ({ values: fresh(), run: 0 }));
  // A form that is replaced by another one on purpose has nothing to leave behind.
  const isSwitching = useRef(false);

  const startWith = (values: QuoteFormValues) => {
    isSwitching.current = true;
    setStart(({ run }) => ({ values, run: run + 1 }));
    setTimeout(() => {
      isSwitching.current = false;
    });
  };
  const forget = () => {
    forgetUnfinished(key);
    setOffered(undefined);
  };

  return {
    start,
    startWith,
    offered,
    forget,
    resume: () => {
      if (offered) startWith(offered.values);
      setOffered(undefined);
    },
    /** Save as Draft. */
    keep: (values: QuoteFormValues, hasChanges: boolean) => {
      if (!hasChanges && start.run === 0) return nothingToKeep();
      if (keepUnfinished(key, values)) draftKept();
      onClose();
    },
    leave: (values: QuoteFormValues) => {
      if (!isSwitching.current && keepUnfinished(key, values)) draftKept();
    },
  };
}
