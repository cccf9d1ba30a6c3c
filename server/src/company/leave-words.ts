// Where a delivery may be left is stored as a value, and in the notes of a stop as an English line: its readers have
// their own words for it.
import { type LeavePlace, leavePlaces, leavePlaceWords } from '@quickfleet/shared/company/request-kinds';
import { inEveryLanguage, inHistory } from '../words/speak.ts';

/** 'Leave with a neighbour: Miller' in the words of who reads it now. */
export const placeInWords = (place: LeavePlace, text: string): string => `${leavePlaceWords[place]}: ${text}`;

let known: ReadonlyMap<string, LeavePlace> | undefined;
/** The places by their words in each language. */
const placesByWords = (): ReadonlyMap<string, LeavePlace> => {
  known ??= new Map(
    leavePlaces.flatMap((place) =>
      inEveryLanguage(() => leavePlaceWords[place]).map((words): [string, LeavePlace] => [words, place]),
    ),
  );
  return known;
};

function lineInWords(line: string): string {
  const end = line.indexOf(': ');
  const place = end < 0 ? undefined : placesByWords().get(line.slice(0, end));
  return place ? placeInWords(place, line.slice(end + 2)) : line;
}
/** Notes with each line that names such a place, in whatever language, in the reader's words. */
export const notesInWords = (notes: string): string => notes.split('\n').map(lineInWords).join('\n');
/** The same as they are stored. */
export const notesToStore = (notes: string): string => inHistory(() => notesInWords(notes));
