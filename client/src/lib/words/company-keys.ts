import { KEYS_PATH, type KeyDocument } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { readStoredJson, store } from '../storage/local-store.ts';

const KEPT = 'quickfleet.company-keys';

const keptKeys = () => readStoredJson(KEPT) as KeyDocument | undefined;

/** The company's public keys; without a network those that this browser read last. */
export async function readCompanyKeys(): Promise<KeyDocument | undefined> {
  try {
    const answer = await fetch(KEYS_PATH);
    if (!answer.ok) return keptKeys();
    const keys: KeyDocument = await answer.json();
    store(KEPT, JSON.stringify(keys));
    return keys;
  } catch {
    return keptKeys();
  }
}
