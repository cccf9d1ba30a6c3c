import { Skeleton, Stack } from '@mantine/core';
import { SKELETON_ROWS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';

/** Rows of the final size while a list loads. */
export function SkeletonRows({ rows = SKELETON_ROWS, height = 56 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-busy data-testid="skeleton-rows">
      <span className="visually-hidden">{t('Loading')}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="md" data-skeleton-row />
      ))}
    </Stack>
  );
}
