/** One line of the changelog that a person notices. */
export interface Change {
  /** What stays the same when its wording is mended: the words that it begins with. */
  id: string;
  /** What it is about, e.g. 'People'. */
  subject: string;
  /** Markdown. */
  text: string;
}

const ID_LENGTH = 60;
const idOf = (text: string): string => (/^\*\*(.+?)\*\*/.exec(text)?.[1] ?? text).slice(0, ID_LENGTH);

/** The changes of a changelog in the manner of Keep a Changelog, those of the newest release first. */
export function changesIn(changelog: string): Change[] {
  const changes: Change[] = [];
  for (const section of changelog.split(/^### /m).slice(1)) {
    const [subject = '', ...lines] = section.split(/^## /m)[0]?.split('\n') ?? [];
    for (const item of lines.join('\n').split(/^- /m).slice(1)) {
      const text = item.replace(/\s+/g, ' ').trim();
      changes.push({ id: idOf(text), subject, text });
    }
  }
  return changes;
}

/** The changes of the release at the top, which a person with nothing to compare reads. */
export const newestIn = (changelog: string): Change[] => changesIn(changelog.split(/^## /m)[1] ?? '');
