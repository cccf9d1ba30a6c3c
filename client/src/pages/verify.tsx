import { Container, Stack, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { KeptNote, PackDrop, PackOutcome, usePackCheck } from '../features/delivery/verify/pack-check.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { useOfflinePage } from '../lib/forms/use-offline-page.ts';

/** /verify: checks an evidence pack in the browser; nothing of it is sent anywhere. */
export function VerifyPage() {
  useDocumentTitle(
    t('Verify Evidence'),
    t('Check whether the evidence of a delivery is as it was signed, on your own device.'),
  );
  const { checked, check } = usePackCheck();
  const isKept = useOfflinePage('/verify-sw.js', paths.verify);
  return (
    <Container size={720} py={48}>
      <Stack gap="lg">
        <div>
          <Title order={1}>{t('Verify Evidence')}</Title>
          <Text c="dimmed" mt="xs">
            {t(
              'An evidence pack holds the proof of a delivery with its photos, signatures and history. Here you see whether anything in it was changed since it was signed. It is checked on this device, and once this page was open it works without a network.',
            )}
          </Text>
        </div>
        <PackDrop onFile={(file) => void check(file)} />
        <KeptNote isKept={isKept} />
        <div aria-live="polite">{checked && <PackOutcome checked={checked} />}</div>
      </Stack>
    </Container>
  );
}
