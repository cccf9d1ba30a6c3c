import { checkPack, type PackReport } from '@quickfleet/shared/delivery/evidence/check-pack';
import type { KeyDocument } from '@quickfleet/shared/delivery/evidence/evidence-format';
import type { PackCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';
import { useEffect, useRef, useState } from 'react';
import { findCrypto } from '../../../lib/files/pack-crypto.ts';
import { readCompanyKeys } from '../../../lib/words/company-keys.ts';

export interface Checked {
  name: string;
  /** undefined while it is being checked. */
  report?: PackReport;
  /** Why the file could not be read. */
  failure?: string;
  done: number;
  all: number;
}

/** Checks files in the browser alone. Everything it needs is loaded with the page, so that it works offline. */
export function usePackCheck(): { checked: Checked | undefined; check: (file: File) => Promise<void> } {
  const [checked, setChecked] = useState<Checked>();
  const needed = useRef<Promise<[PackCrypto, KeyDocument | undefined]>>(undefined);
  useEffect(() => {
    needed.current = Promise.all([findCrypto(), readCompanyKeys()]);
  }, []);
  const asked = useRef(0);
  const check = async (file: File) => {
    const turn = ++asked.current;
    const show = (next: Checked) => {
      if (asked.current === turn) setChecked(next);
    };
    const { name } = file;
    show({ name, done: 0, all: 0 });
    try {
      const [crypto, keys] = await (needed.current ?? Promise.all([findCrypto(), readCompanyKeys()]));
      const report = await checkPack(file, {
        crypto,
        keys,
        onProgress: (done, all) => show({ name, done, all }),
      });
      show({ name, report, done: 1, all: 1 });
    } catch (error) {
      show({ name, failure: error instanceof Error ? error.message : String(error), done: 0, all: 0 });
    }
  };
  return { checked, check };
}
