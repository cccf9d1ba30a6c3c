import { Skeleton, Stack } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';

export function TrackingSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-busy data-testid="tracking-skeleton">
      <span className="visually-hidden">{t('Loading the order')}</span>
      <Skeleton height={168} radius="lg" />
      <Skeleton height={216} radius="lg" />
      <Skeleton height={140} radius="lg" />
      <Skeleton height={140} radius="lg" />
    </Stack>
  );
}
