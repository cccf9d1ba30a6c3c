import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import styles from './template-history.module.css';

/** Texts that have nothing in common take long to compare, and word by word they would be no easier to read. */
const PATIENCE_MS = 150;

interface Part {
  value: string;
  added: boolean;
  removed: boolean;
}
/** Word after word that was replaced reads as one passage: a lone space between two changes belongs to both. */
function passagesOf(parts: readonly Part[]): Part[] {
  const passages: Part[] = [];
  let gone = '';
  let come = '';
  const end = () => {
    if (gone !== '') passages.push({ value: gone, added: false, removed: true });
    if (come !== '') passages.push({ value: come, added: true, removed: false });
    gone = '';
    come = '';
  };
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    const isGap =
      /^ +$/.test(part.value) && gone !== '' && come !== '' && next !== undefined && (next.added || next.removed);
    if (part.removed || isGap) gone += part.value;
    if (part.added || isGap) come += part.value;
    if (part.added || part.removed || isGap) continue;
    end();
    passages.push(part);
  }
  end();
  return passages;
}
const compare = (from: string, to: string): Part[] =>
  passagesOf(
    diffWordsWithSpace(from, to, { timeout: PATIENCE_MS }) ?? [
      { value: from, added: false, removed: true },
      { value: to, added: true, removed: false },
    ],
  );
/** A line break that comes or goes would not be seen. */
const visible = (text: string) => text.replaceAll('\n', '↵\n');

/** One text that becomes another: what goes is struck out, what comes is underlined. */
export function TextDifference({ from, to }: { from: string; to: string }) {
  const parts = useMemo(
    () => compare(from, to).map((part, at) => ({ ...part, key: `${at}-${part.value.length}` })),
    [from, to],
  );
  return (
    <p dir="auto" className={`as-written ${styles.difference}`}>
      {parts.map(({ key, value, added, removed }) => {
        if (added) return <ins key={key}>{visible(value)}</ins>;
        return removed ? <del key={key}>{visible(value)}</del> : <span key={key}>{value}</span>;
      })}
    </p>
  );
}
