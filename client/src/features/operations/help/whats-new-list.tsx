import { newest } from './changelog.ts';
import type { Change } from './changes.ts';
import { MarkdownText } from './markdown-text.tsx';

/** Changes by subject; without any, those of the newest release. */
export function WhatsNewList({ changes = newest }: { changes?: readonly Change[] | undefined }) {
  const subjects = [...new Set(changes.map(({ subject }) => subject))];
  const text = subjects.map((subject) => {
    const lines = changes.filter((change) => change.subject === subject).map((change) => `- ${change.text}`);
    return `## ${subject}\n\n${lines.join('\n')}`;
  });
  return <MarkdownText text={text.join('\n\n')} />;
}
