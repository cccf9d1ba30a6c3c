import { Anchor } from '@mantine/core';
import Markdown from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';
import styles from './help.module.css';

interface TextLinkProps {
  href?: string;
  children?: ReactNode;
  onPage?: (name: string) => void;
}

function TextLink({ href = '', children, onPage }: TextLinkProps) {
  const page = /^([\w-]+)\.md$/.exec(href)?.[1];
  // A file of the repository, which this page does not have.
  if (!page || !onPage) return <>{children}</>;
  return (
    <Anchor component="button" type="button" underline="always" onClick={() => onPage(page)}>
      {children}
    </Anchor>
  );
}

interface MarkdownTextProps {
  text: string;
  /** Opens the page that a link names; without it links are words. */
  onPage?: (name: string) => void;
}

/** Text of the repository's own files, below the title of a dialog. */
export function MarkdownText({ text, onPage }: MarkdownTextProps) {
  return (
    <Markdown
      className={styles.text}
      options={{
        forceBlock: true,
        disableParsingRawHTML: true,
        overrides: { a: { component: TextLink, props: { onPage } }, h1: { component: 'h2' }, h2: { component: 'h3' } },
      }}
    >
      {text}
    </Markdown>
  );
}
