import { amazon } from './amazon.ts';
import { ebay } from './ebay.ts';
import { etsy } from './etsy.ts';
import { magento } from './magento.ts';
import type { ImportPreset, PresetLayout } from './preset.ts';
import { prestashop } from './prestashop.ts';
import { shopify } from './shopify.ts';
import { shopware } from './shopware.ts';
import { square } from './square.ts';
import { squarespace } from './squarespace.ts';
import { wix } from './wix.ts';
import { woocommerce } from './woocommerce.ts';

/** The shops that are known by the heads of their exports of orders. */
export const importPresets: readonly ImportPreset[] = [
  ...[amazon, ebay, etsy, magento, prestashop, shopify],
  ...[shopware, square, squarespace, wix, woocommerce],
];

/** The shop whose export has these heads, and the form that it has; of several the one with most of them. */
export function findPreset(heads: ReadonlySet<string>): { shop: string; layout: PresetLayout } | undefined {
  const found = importPresets.flatMap(({ shop, layouts }) =>
    layouts.filter((layout) => layout.heads.every((head) => heads.has(head))).map((layout) => ({ shop, layout })),
  );
  return found.toSorted((one, other) => other.layout.heads.length - one.layout.heads.length)[0];
}

/** The field of each head that a form reads. */
export function presetFields({ fields }: PresetLayout, heads: readonly string[]): Map<string, string> {
  const of = new Map<string, string>();
  for (const [field, parts] of Object.entries(fields))
    for (const part of parts) {
      const names = typeof part === 'string' ? [part] : part;
      const first = names.find((name) => heads.some((head) => isNamed(head, name)));
      if (first === undefined) continue;
      for (const head of heads) if (isNamed(head, first) && !of.has(head)) of.set(head, field);
    }
  return of;
}
const isNamed = (head: string, name: string) =>
  name.endsWith('*') ? /^\d+$/.test(head.slice(name.length - 1)) && head.startsWith(name.slice(0, -1)) : head === name;
