import { Container, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './legal.module.css';

/** A page of plain text: one column, wide enough to read and no wider. */
export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Container className={styles.page}>
      <Title order={1}>{title}</Title>
      <Text className={styles.lead}>{lead}</Text>
      <div className={styles.prose}>{children}</div>
    </Container>
  );
}

/** What the company wrote itself, with its line breaks; without it the product's own words. */
export const OwnText = ({ text, children }: { text: string | null; children: ReactNode }) =>
  text === null ? children : <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>;
