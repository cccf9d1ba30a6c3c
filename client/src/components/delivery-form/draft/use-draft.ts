import { useRef, useState } from 'react';
import { useAuth } from '../../../lib/api/session.tsx';
import { store } from '../../../lib/storage/local-store.ts';
import type { DeliveryValues } from '../delivery-values.ts';
import { draftSaved, nothingToSave } from '../form-toasts.ts';
import { readStoredForm, storeForm } from './stored-form.ts';

const KEPT_DAYS = 30;
interface Unfinished<Values> {
  /** 'quote', 'order': each kind of form has its own draft. */
  kind: string;
  /** What is edited; absent for a new one. */
  id?: number | undefined;
  fresh: () => Values;
  /** Reads what the browser kept. */
  valuesFrom: (stored: unknown) => Values;
  onClose: () => void;
}

/** What a form starts with: empty, or the saved draft. `run` changes when the form restarts. */
export function useDraft<Values extends DeliveryValues>({ kind, id, fresh, valuesFrom, onClose }: Unfinished<Values>) {
  const { user } = useAuth();
  // One form of one person.
  const key = `quickfleet-unfinished-${kind}:${user?.id ?? 0}:${id ?? 'new'}`;
  const [offered, setOffered] = useState(() => readStoredForm(key, KEPT_DAYS, valuesFrom));
  const [start, setStart] = useState(() => ({ values: fresh(), run: 0 }));
  // Switching the form's content on purpose must not save a draft.
  const isSwitching = useRef(false);

  const startWith = (values: Values) => {
    isSwitching.current = true;
    setStart(({ run }) => ({ values, run: run + 1 }));
    setTimeout(() => {
      isSwitching.current = false;
    });
  };
  const forget = () => {
    store(key, null);
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
      if (!hasChanges && start.run === 0) return nothingToSave();
      if (storeForm(key, values)) draftSaved();
      onClose();
    },
    leave: (values: Values) => {
      if (!isSwitching.current && storeForm(key, values)) draftSaved();
    },
  };
}
