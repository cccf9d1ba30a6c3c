type Texts = Record<string, string>;

const differs = (a: string | undefined, b: string | undefined) => a?.trim() !== b?.trim();
const fieldsOf = <T extends Texts>(values: T): (keyof T & string)[] => Object.keys(values);

/** Only what was changed goes to the server, so that the history names it and nothing else is overwritten. */
export const changedTexts = <T extends Texts>(mine: T, read: T): Partial<T> =>
  Object.fromEntries(fieldsOf(mine).flatMap((field) => (differs(mine[field], read[field]) ? [[field, mine[field]]] : []))) as Partial<T>;

/** What this person changed and somebody else has otherwise; what only the other changed stays theirs either way. */
export const differingTexts = <T extends Texts>(mine: T, theirs: T, read: T, names: Record<keyof T, string>) =>
  fieldsOf(mine)
    .filter((field) => differs(mine[field], read[field]) && differs(mine[field], theirs[field]))
    .map((field) => ({ field: names[field], mine: mine[field] ?? '', theirs: theirs[field] ?? '' }));
