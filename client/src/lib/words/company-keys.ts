import { KEYS_PATH, type KeyDocument } from '@quickfleet/shared/delivery/evidence/evidence-format';

const KEPT = 'quickfleet.company-keys';

function keptKeys(): KeyDocument | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') ?? undefined;
  } catch {
    // A store that is closed or was tampered with holds no keys.
    return undefined;
  }
}

function keep(keys: KeyDocument): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(keys));
  } catch {
    // Without storage nothing is kept for an offline visit; these keys still work now.
  }
}

/** The company's public keys; without a network those that this browser read last. */
export async function readCompanyKeys(): Promise<KeyDocument | undefined> {
  try {
    const answer = await fetch(KEYS_PATH);
    if (!answer.ok) return keptKeys();
    const keys: KeyDocument = await answer.json();
    keep(keys);
    return keys;
  } catch {
    return keptKeys();
  }
}
