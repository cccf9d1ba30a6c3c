import { useEffect, useEffectEvent, useRef } from 'react';

interface LeavableForm<Values> {
  isDirty: () => boolean;
  getValues: () => Values;
}

/** What was typed is handed on when the form disappears by whatever way: Escape, Back, a closed tab. */
export function useSaveOnLeave<Values>(form: LeavableForm<Values>, onLeave: (values: Values) => void) {
  const isDone = useRef(false);
  const save = useEffectEvent(() => {
    if (!isDone.current && form.isDirty()) onLeave(form.getValues());
  });
  useEffect(() => {
    const leave = () => save();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return isDone;
}
