/**
 * An answer as the JSON text that PostgreSQL wrote: on its way to the client it is neither parsed nor checked nor written
 * again (decision 047). A statement that answers one names exactly the fields of the output schema;
 * wire-text.test.ts holds both ways to the same answer.
 */
export class WireText {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** To the types an answer is what its text says; only the fields in `known` can be read from it. */
export const asAnswer = <T extends object>(json: string, known: Partial<T> = {}): T =>
  Object.assign(new WireText(json), known) as unknown as T;

/** Of what a call answers, the JSON text. */
export const textOf = (answer: unknown): string => (answer instanceof WireText ? answer.json : JSON.stringify(answer));

/** Fields beside the ones of an object's text, which has at least one. */
export const withFields = (json: string, fields: Record<string, unknown>): string =>
  `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
