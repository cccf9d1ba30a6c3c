type Values = Record<string, unknown>;
/** A field's value as one text, the same for values that mean the same. */
type Normal<T extends Values> = (field: keyof T & string, value: T[keyof T & string]) => string;

const trimmed = (_: string, value: unknown): string => String(value ?? '').trim();
const fieldsOf = <T extends Values>(values: T): (keyof T & string)[] => Object.keys(values);

/**
 * The fields that differ from what was read. Only they go to the server, so that the history names them and
 * nothing else is overwritten.
 */
export const changedFields = <T extends Values>(mine: T, read: T, normal: Normal<T> = trimmed): (keyof T & string)[] =>
  fieldsOf(mine).filter((field) => normal(field, mine[field]) !== normal(field, read[field]));

/** The fields this user changed to something other than the other user's value. */
export const contestedFields = <T extends Values>(
  mine: T,
  theirs: T,
  read: T,
  normal: Normal<T> = trimmed,
): (keyof T & string)[] => {
  const differing = changedFields(mine, theirs, normal);
  return changedFields(mine, read, normal).filter((field) => differing.includes(field));
};

/** Whether both wrote into the same field: only then would a change be lost without a question. */
export const haveClashed = <T extends Values>(mine: T, theirs: T, read: T, normal: Normal<T> = trimmed): boolean => {
  const theirChanges = changedFields(theirs, read, normal);
  return contestedFields(mine, theirs, read, normal).some((field) => theirChanges.includes(field));
};
