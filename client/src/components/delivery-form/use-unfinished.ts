import { useRef, useState } from 'react';
import { useAuth } from '../../lib/api/session.tsx';
import type { DeliveryValues } from './delivery-values.ts';
import { draftKept, nothingToKeep } from './form-toasts.ts';
import { forgetStoredForm, readStoredForm, storeForm } from './stored-form.ts';

const KEPT_DAYS = 30;
interface Unfinished<Values> {
  /** 'quote', 'order': every kind of form has a place of its own. */
  kind: string;
  /** What is edited; absent for a new one. */
  id?: number | undefined;
  fresh: () => Values;
  /** Reads what the browser kept. */
  valuesFrom: (stored: unknown) => Values;
  onClose: () => void;
}

/** One form's beginnings: fresh, or what was put aside last time. `run` changes when the form starts anew. */
export function useUnfinished<Values extends DeliveryValues>({
  kind,
  id,
  fresh,
  valuesFrom,
  onClose,
}: Unfinished<Values>) {
  const { user } = useAuth();
  // One form of one person.
  const key = `quickfleet-unfinished-${kind}:${user?.id ?? 0}:${id ?? 'new'}`;
  const [offered, setOffered] = useState(() => readStoredForm(key, KEPT_DAYS, valuesFrom));
  const [start, setStart] = useState(() => ({ values: fresh(), run: 0 }));
  // A form that is replaced by another one on purpose has nothing to leave behind.
  const isSwitching = useRef(false);

  const startWith = (values: Values) => {
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
    keep: (values: Values, hasChanges: boolean) => {
      if (!hasChanges && start.run === 0) return nothingToKeep();
      if (storeForm(key, values)) draftKept();
      onClose();
    },
    leave: (values: Values) => {
      if (!isSwitching.current && storeForm(key, values)) draftKept();
    },
  };
}
