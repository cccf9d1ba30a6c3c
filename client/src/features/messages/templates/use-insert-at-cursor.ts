import { useRef } from 'react';
import { flushSync } from 'react-dom';

type Field = 'subject' | 'content';

/** Remembers where the cursor was last, in the subject or the content, and puts a variable in there. */
export function useInsertAtCursor(onChange: (field: Field, text: string) => void, values: Record<Field, string>) {
  const subject = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLTextAreaElement>(null);
  const last = useRef<Field>('content');
  const visited = useRef<Record<Field, boolean>>({ subject: false, content: false });
  const visit = (field: Field) => () => {
    last.current = field;
    visited.current[field] = true;
  };

  const insert = (name: string) => {
    const field = last.current;
    const node = field === 'subject' ? subject.current : content.current;
    const text = values[field];
    // A field that was never entered has its cursor at the start, where nobody wants it.
    const from = visited.current[field] ? (node?.selectionStart ?? text.length) : text.length;
    const to = visited.current[field] ? (node?.selectionEnd ?? text.length) : text.length;
    const variable = `{{${name}}}`;
    flushSync(() => onChange(field, text.slice(0, from) + variable + text.slice(to)));
    node?.focus();
    node?.setSelectionRange(from + variable.length, from + variable.length);
    visited.current[field] = true;
  };

  return {
    subject: { ref: subject, onFocus: visit('subject') },
    content: { ref: content, onFocus: visit('content') },
    insert,
  };
}
