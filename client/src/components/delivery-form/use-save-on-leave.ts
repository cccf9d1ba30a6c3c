import { useEffect, useRef } from 'react';

interface LeavableForm<Values> {
  isDirty: () => boolean;
  getValues: () => Values;
}

/** What was typed is handed on when the form disappears by whatever way: Escape, Back, a closed tab. */
export function useSaveOnLeave<Values>(form: LeavableForm<Values>, onLeave: (values: Values) => void) {
  const isDone = useRef(false);
  const latest = useRef({ form, onLeave });
  useEffect(() => {
    latest.current = { form, onLeave };
  });
  useEffect(() => {
    const leave = () => {
      if (!isDone.current && latest.current.form.isDirty()) latest.current.onLeave(latest.current.form.getValues());
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return isDone;
}
