import { useRef, useState } from 'react';
import { useAuth } from '../../lib/session.tsx';
import type { QuoteValues } from './fields/quote-values.ts';
import { forgetStoredForm, readStoredForm, storeForm } from './fields/stored-form.ts';
import { draftKept, nothingToKeep } from './quotes-mutations.ts';

const KEPT_DAYS = 30;
/** One form of one person: the new quote, or the edit of one. */
const keyOf = (userId: number, quoteId?: number): string => `quickfleet-unfinished-quote:${userId}:${quoteId ?? 'new'}`;

/** One form's beginnings: fresh, or what was put aside last time. `run` changes when the form starts anew. */
export function useUnfinished(fresh: () => QuoteValues, quoteId: number | undefined, onClose: () => void) {
  const { user } = useAuth();
  const key = keyOf(user?.id ?? 0, quoteId);
  const [offered, setOffered] = useState(() => readStoredForm(key, KEPT_DAYS));
  const [start, setStart] = useState(() => ({ values: fresh(), run: 0 }));
  // A form that is replaced by another one on purpose has nothing to leave behind.
  const isSwitching = useRef(false);

  const startWith = (values: QuoteValues) => {
    isSwitching.current = true;
    setStart(({ run }) => ({ values, run: run + 1 }));
    setTimeout(() => {
      isSwitching.current = false;
    });
  };
  const forget = () => {
    forgetStoredForm(key);
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
    keep: (values: QuoteValues, hasChanges: boolean) => {
      if (!hasChanges && start.run === 0) return nothingToKeep();
      if (storeForm(key, values)) draftKept();
      onClose();
    },
    leave: (values: QuoteValues) => {
      if (!isSwitching.current && storeForm(key, values)) draftKept();
    },
  };
}
