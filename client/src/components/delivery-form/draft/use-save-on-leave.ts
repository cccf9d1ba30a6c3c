import { useRef } from 'react';
import { useOnLeave } from '../../../lib/forms/use-on-leave.ts';

interface LeavableForm<Values> {
  isDirty: () => boolean;
  getValues: () => Values;
}

/** What was typed is handed on when the form disappears by whatever way: Escape, Back, a closed tab. */
export function useSaveOnLeave<Values>(form: LeavableForm<Values>, onLeave: (values: Values) => void) {
  const isDone = useRef(false);
  useOnLeave(() => {
    if (!isDone.current && form.isDirty()) onLeave(form.getValues());
  });
  return isDone;
}
