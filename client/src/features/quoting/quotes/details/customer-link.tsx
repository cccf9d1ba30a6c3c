import { Button, Group, Text } from '@mantine/core';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconExternalLink, IconRefresh, IconShare } from '@tabler/icons-react';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { inNewTab } from '../../../../lib/addresses/paper-links.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { QuoteViews } from '../list/quote-chips.tsx';
import { useRotateLink } from '../work/agreement-mutations.ts';
import styles from './details.module.css';

/** The customer's own page: to look at, to pass on, and to lock with another link. */
export function CustomerLink({ quote }: { quote: Quote }) {
  const { id, reference, customerUrl } = quote;
  const rotation = useRotateLink();
  const { confirm, confirmDialog } = useConfirm();
  const rotate = async () => {
    const isSure = await confirm({
      title: t('Create a new link?'),
      text: t("The customer's current link stops working. Send the new one by e-mail, or copy it."),
      action: t('Create a new link'),
    });
    if (isSure) rotation.mutate({ id });
  };
  if (!customerUrl) return null;
  // Closing the sheet is an answer, not a failure.
  const share = () =>
    void navigator
      .share({
        title: t('{name} quote {reference}', { name: brand.name, reference: reference ?? '' }),
        url: customerUrl,
      })
      .catch(() => {});
  return (
    <div>
      <div className={styles.linkRow}>
        <span className={`${styles.link} mono`} title={customerUrl}>
          {customerUrl}
        </span>
        <CopyButton value={customerUrl} what={t('customer link')} />
        {'share' in navigator && (
          <Button size="xs" variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={share}>
            {t('Share')}
          </Button>
        )}
        <Button
          {...inNewTab}
          href={customerUrl}
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('Open')}
        </Button>
        <PendingButton
          size="xs"
          variant="subtle"
          isPending={rotation.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void rotate()}
        >
          {t('New link')}
        </PendingButton>
      </div>
      <Group gap={8} mt={4}>
        <Text size="xs" c="dimmed">
          {t('Anyone with this link can accept the quote. Your own visits are not counted.')}
        </Text>
        <QuoteViews quote={quote} />
      </Group>
      {confirmDialog}
    </div>
  );
}
