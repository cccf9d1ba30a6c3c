import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { t } from '../../words/t.ts';
import type { TimelineRow } from './evidence-format.ts';

/** The ends of a chain, as the signed manifest says them. */
export interface ChainEnds {
  order: number;
  /** Number of the first line that is there: 1, or more when older ones were deleted at the end of their retention. */
  first: number;
  before: string;
  length: number;
  head: string;
}
export interface ChainProblem {
  what: 'line_missing' | 'line_added' | 'lines_reordered' | 'line_changed' | 'words_changed';
  /** The line's number. */
  seq: number;
  sentence: string;
}
type Sha256 = (text: string) => Promise<string>;

const problem = (what: ChainProblem['what'], seq: number, sentence: string): ChainProblem => ({ what, seq, sentence });

/** Whether the numbers of the lines follow each other. */
function checkNumbers(numbers: readonly number[], { first, length }: ChainEnds): ChainProblem | undefined {
  const expected = Array.from({ length: length - first + 1 }, (_, at) => first + at);
  const missing = expected.find((seq) => !numbers.includes(seq));
  if (missing !== undefined)
    return problem('line_missing', missing, t('Line {line} of the history was removed.', { line: missing }));
  const extra = numbers.find((seq, at) => !expected.includes(seq) || numbers.indexOf(seq) !== at);
  if (extra !== undefined)
    return problem('line_added', extra, t('Line {line} was added to the history.', { line: extra }));
  const moved = numbers.find((seq, at) => seq !== expected[at]);
  return moved === undefined
    ? undefined
    : problem(
        'lines_reordered',
        moved,
        t('The lines of the history were put in another order, from line {line} on.', { line: moved }),
      );
}

/** Whether what is shown of a line is what its hash was made of. */
async function checkContent({ line, detail, data }: TimelineRow, sha256: Sha256): Promise<boolean> {
  for (const [content, hash] of [
    [detail, line.detail],
    [data, line.data],
  ] as const) {
    if (!content) continue;
    const { salt, value } = content;
    if ((await sha256(canonicalJson({ salt, value: value as Json }))) !== hash) return false;
  }
  return true;
}

/** The first thing that is wrong with the lines of a history; undefined when they hang together. */
export async function checkChain(
  rows: readonly TimelineRow[],
  ends: ChainEnds,
  sha256: Sha256,
): Promise<ChainProblem | undefined> {
  const numbers = checkNumbers(
    rows.map(({ line }) => line?.seq),
    ends,
  );
  if (numbers) return numbers;
  let before = ends.before;
  for (const row of rows) {
    const { line, hash } = row;
    const { seq } = line;
    const changed = problem('line_changed', seq, t('Line {line} of the history was changed.', { line: seq }));
    if (line.order !== ends.order || (await sha256(canonicalJson({ ...line }))) !== hash) return changed;
    if (line.prev !== before) return changed;
    if (!(await checkContent(row, sha256)))
      return problem('words_changed', seq, t('The words of line {line} of the history were changed.', { line: seq }));
    before = hash;
  }
  return before === ends.head
    ? undefined
    : problem('line_changed', ends.length, t('Line {line} of the history was changed.', { line: ends.length }));
}
