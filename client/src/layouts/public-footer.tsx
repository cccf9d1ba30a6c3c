import { Anchor, Container, Group, Stack, Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { Link } from 'wouter';
import { BrandMark } from '../components/brand-mark.tsx';
import { brand, supportMailto } from '../lib/words/brand.ts';
import { ended } from '../lib/words/ended.ts';
import styles from './public-layout.module.css';

export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <Container size="lg">
        <Group justify="space-between" align="flex-start" gap="lg">
          <Stack gap={6} maw={420}>
            <BrandMark onDark />
            <Text size="sm">Same-day delivery, real-time tracking, insured and secure handling.</Text>
          </Stack>
          <Group component="nav" aria-label="Footer" gap="lg">
            <Anchor component={Link} href={paths.privacy} size="sm">
              Privacy Policy
            </Anchor>
            <Anchor component={Link} href={paths.terms} size="sm">
              Terms of Service
            </Anchor>
            <Anchor href={supportMailto()} size="sm">
              Contact Support
            </Anchor>
          </Group>
        </Group>
        <Text size="sm" mt="lg">
          © 2025 {ended(brand.name)} All rights reserved.
        </Text>
      </Container>
    </footer>
  );
}
