type Texts = Record<string, string>;
/** What a text of a field comes to when two are compared. */
type Normal<T extends Texts> = (field: keyof T & string, text: string) => string;

const trimmed = (_: string, text: string): string => text.trim();
const fieldsOf = <T extends Texts>(values: T): (keyof T & string)[] => Object.keys(values);

/**
 * The fields that differ from what was read. Only they go to the server, so that the history names them and
 * nothing else is overwritten.
 */
export const changedFields = <T extends Texts>(mine: T, read: T, normal: Normal<T> = trimmed): (keyof T & string)[] =>
  fieldsOf(mine).filter((field) => normal(field, mine[field] ?? '') !== normal(field, read[field] ?? ''));

/** The fields this user changed to something other than the other user's value. */
export const contestedFields = <T extends Texts>(
  mine: T,
  theirs: T,
  read: T,
  normal: Normal<T> = trimmed,
): (keyof T & string)[] => {
  const differing = changedFields(mine, theirs, normal);
  return changedFields(mine, read, normal).filter((field) => differing.includes(field));
};

/** Whether both wrote into the same field: only then would a change be lost without a question. */
export const haveClashed = <T extends Texts>(mine: T, theirs: T, read: T, normal: Normal<T> = trimmed): boolean => {
  const theirChanges = changedFields(theirs, read, normal);
  return contestedFields(mine, theirs, read, normal).some((field) => theirChanges.includes(field));
};
