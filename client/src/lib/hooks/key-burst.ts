import { readLabel } from '@quickfleet/shared/base/scan/parcel-number';
import { scannedKeys } from '@quickfleet/shared/base/scan/partner-code';
import { SCAN_GAP_MS, SCAN_KEYS_MIN } from '@quickfleet/shared/limits';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const FNC1 = '\u001d';
/** What a key adds to a scanned text; undefined for a key that no code has. An accent that waits adds nothing yet. */
function signOf({ key, ctrlKey, altKey, metaKey }: Key): string | undefined {
  if (key === 'Dead') return '';
  if (ctrlKey && !altKey && key === ']') return FNC1;
  // AltGr arrives as Ctrl and Alt together.
  const isCommand = metaKey || ctrlKey !== altKey;
  return key.length === 1 && !isCommand ? key : undefined;
}
const isEnd = ({ key, ctrlKey }: Key): boolean => key === 'Enter' || key === 'Tab' || (ctrlKey && /^[jm]$/i.test(key));

/** Whether a text that was typed this fast can be a code: the label of an order, or one of another company. */
const isCode = (text: string): boolean => readLabel(text) !== undefined || scannedKeys(text).length > 0;

/** Keys that follow one another faster than a person types: a handheld scanner. Times are of the events. */
export class KeyBurst {
  #text = '';
  #keys = 0;
  #last = Number.NEGATIVE_INFINITY;
  #hasEnded = false;

  /** Takes the next key. `scanned` is the code that it ends; `ended` is one more end of the same code (CR and LF). */
  press(key: Key, at: number): { scanned?: string; ended?: true } {
    const isFast = at - this.#last <= SCAN_GAP_MS;
    if (!isFast) this.clear();
    this.#last = at;
    if (isEnd(key)) {
      if (this.#hasEnded) return { ended: true };
      const text = this.#keys >= SCAN_KEYS_MIN ? this.#text : '';
      this.clear();
      if (text === '' || !isCode(text)) return {};
      this.#last = at;
      this.#hasEnded = true;
      return { scanned: text };
    }
    const sign = signOf(key);
    if (sign === undefined || this.#hasEnded) this.clear();
    if (sign === undefined) return {};
    this.#last = at;
    this.#text += sign;
    this.#keys += 1;
    return {};
  }
  clear(): void {
    this.#text = '';
    this.#keys = 0;
    this.#hasEnded = false;
    this.#last = Number.NEGATIVE_INFINITY;
  }
  /** Whether no person can have pressed these keys. Letters alone may be shortcuts pressed in a row. */
  get isScanner(): boolean {
    return (this.#keys >= SCAN_KEYS_MIN && /\P{L}/u.test(this.#text)) || this.#hasEnded;
  }
}
