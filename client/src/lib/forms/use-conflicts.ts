import { useState } from 'react';
import { codeOf } from '../api/error-message.ts';

interface Saving<Thing, Values> {
  /** Sends what was changed since `read`, on top of `version`; rejects with the server's refusal. */
  send: (typed: Values, read: Thing, version: number) => Promise<unknown>;
  readPresent: () => Promise<Thing>;
  /** Whether both wrote something into the same field. */
  haveClashed: (typed: Values, theirs: Thing, read: Thing) => boolean;
  onSaved: () => void;
  onRefused: (error: unknown) => void;
  /** The other version could not be read. */
  onUnread: (error: unknown) => void;
}

/**
 * Saves with optimistic locking. Changes to different fields are merged without a question; if both users changed the
 * same field, `theirs` is the other version for a ConflictNotice until one is chosen.
 */
export function useConflicts<Thing extends { version: number }, Values>(initial: Thing, saving: Saving<Thing, Values>) {
  const [read, setRead] = useState(initial);
  const [theirs, setTheirs] = useState<Thing>();

  const saveOn = async (typed: Values, version: number): Promise<void> => {
    try {
      await saving.send(typed, read, version);
      saving.onSaved();
    } catch (error) {
      if (codeOf(error) !== 'STALE_VERSION') return saving.onRefused(error);
      const present = await saving.readPresent().catch(saving.onUnread);
      if (!present) return;
      if (saving.haveClashed(typed, present, read)) setTheirs(present);
      else await saveOn(typed, present.version);
    }
  };

  return {
    read,
    theirs,
    save: (typed: Values) => saveOn(typed, read.version),
    keepMine: (typed: Values) => {
      if (!theirs) return;
      setTheirs(undefined);
      void saveOn(typed, theirs.version);
    },
    /** `show` puts their values into the form. */
    takeTheirs: (show: (present: Thing) => void) => {
      if (!theirs) return;
      setRead(theirs);
      setTheirs(undefined);
      show(theirs);
    },
  };
}
