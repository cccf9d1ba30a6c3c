import styles from './code-block.module.css';

interface CodeBlockProps {
  text: string;
  /** What it is, for screen readers. */
  label: string;
  isWrapped?: boolean;
  /** As high as its text, instead of scrolling. */
  isWhole?: boolean;
}

/** Text for programs, read by people: it scrolls, and the keyboard reaches it. */
export function CodeBlock({ text, label, isWrapped = false, isWhole = false }: CodeBlockProps) {
  return (
    <section
      className={styles.code}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      data-wrapped={isWrapped || undefined}
      data-whole={isWhole || undefined}
      style={isWrapped ? undefined : { whiteSpace: 'pre' }}
      dir="ltr"
      translate="no"
    >
      {text}
    </section>
  );
}
