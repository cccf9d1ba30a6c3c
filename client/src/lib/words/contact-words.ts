import { keepNumbers } from '@quickfleet/shared/words/isolates';
/** An address on one line, for programs. */
export const plainLine = (address: string): string =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
/** An address on one line, for people: its numbers keep their order in any script. */
export const oneLine = (address: string): string => keepNumbers(plainLine(address));
