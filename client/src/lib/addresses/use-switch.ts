import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

interface SwitchOf<Saved> {
  /** Stores a position; the answer says the one that is stored. */
  save: (id: number, isOn: boolean) => Promise<Saved>;
  isOn: (saved: Saved) => boolean;
  /** Puts the position on the screen. */
  show: (id: number, isOn: boolean) => void;
  onSaved: (saved: Saved) => void;
  onFailed: (error: unknown) => void;
  onSettled: () => void;
}

/** An optimistic switch that reverts on refusal; one call at a time per id, and the last position is saved. */
export function useSwitch<Saved>({ save, isOn, show, onSaved, onFailed, onSettled }: SwitchOf<Saved>) {
  /** Of each that is being saved: the last position asked for, and the one that the server has. */
  const saving = useRef(new Map<number, { wanted: boolean; stored: boolean }>());
  const { mutate } = useMutation({
    mutationFn: async (id: number) => {
      for (;;) {
        const asked = saving.current.get(id)?.wanted ?? false;
        const saved = await save(id, asked);
        const wanted = saving.current.get(id)?.wanted ?? isOn(saved);
        if (wanted === isOn(saved)) return saved;
        saving.current.set(id, { wanted, stored: isOn(saved) });
      }
    },
    onSuccess: onSaved,
    onError: (error, id) => {
      const stored = saving.current.get(id)?.stored;
      if (stored !== undefined) show(id, stored);
      onFailed(error);
    },
    onSettled: (_, __, id) => {
      saving.current.delete(id);
      onSettled();
    },
  });
  return (id: number, wanted: boolean) => {
    const earlier = saving.current.get(id);
    saving.current.set(id, { wanted, stored: earlier?.stored ?? !wanted });
    show(id, wanted);
    if (!earlier) mutate(id);
  };
}
