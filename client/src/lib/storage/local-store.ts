// The browser's storage, which may be full or switched off: nothing that uses it may depend on it.

const open = (isForTab: boolean): Storage => (isForTab ? sessionStorage : localStorage);

/** Null without a value, and without storage. */
export function readStored(key: string, isForTab = false): string | null {
  try {
    return open(isForTab).getItem(key);
  } catch {
    return null;
  }
}

/** Resolves what was stored as JSON; undefined without a value, or with one that cannot be read. */
export function readStoredJson(key: string, isForTab = false): unknown {
  try {
    return JSON.parse(readStored(key, isForTab) ?? '') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text, or removes it with null; returns whether it worked. */
export function store(key: string, text: string | null, isForTab = false): boolean {
  try {
    if (text === null) open(isForTab).removeItem(key);
    else open(isForTab).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
