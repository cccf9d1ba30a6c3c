import { Group, Text } from '@mantine/core';
import { brand } from '../lib/words/brand.ts';

const { logo } = brand;
/** The company's logo, or the product's mark; what a wide logo says is its name. */
export function BrandImage({ size = 28 }: { size?: number }) {
  if (!logo) return <img src="/favicon.svg" alt="" width={size} height={size} />;
  const { url, width, height, isWide } = logo;
  return (
    <img className="logo" src={`${url}?size=thumb`} alt={isWide ? brand.name : ''} width={width} height={height} />
  );
}

/** The mark and the company's name; `onDark` on the ink panel. */
export function BrandMark({ onDark = false }: { onDark?: boolean }) {
  return (
    <Group gap={10} wrap="nowrap" component="span" data-on-dark={onDark || undefined}>
      <BrandImage />
      {!logo?.isWide && (
        <Text component="span" fw={700} fz="lg" lts="-0.01em" truncate c={onDark ? 'white' : undefined}>
          {brand.name}
        </Text>
      )}
    </Group>
  );
}
