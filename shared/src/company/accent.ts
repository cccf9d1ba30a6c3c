// The shades of one accent colour. Each has the lightness of the product's own teal, so that every text on it and of it
// keeps the contrast that was checked for that, in the light and in the dark.

/** The product's own, lightest first. */
export const ownShades = [
  '#f0fdfa',
  '#d5f5ef',
  '#a7e8dd',
  '#6dd6c8',
  '#38bdae',
  '#17a094',
  '#0d857b',
  '#0f766e',
  '#115e59',
  '#134e4a',
] as const;
export type Shades = [string, string, string, string, string, string, string, string, string, string];

/** The contrast that text needs (WCAG 2.2, AA). */
const READABLE = 4.5;

type Channels = readonly [number, number, number];
const channelsOf = (hex: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Channels;
const linear = (channel: number): number =>
  channel <= 10.31475 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
const luminance = ([red, green, blue]: Channels): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
/** Relative luminance (WCAG 2.2) of '#rrggbb'. */
export const luminanceOf = (hex: string): number => luminance(channelsOf(hex));
/** Contrast (WCAG 2.2) of two colours. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** The colour mixed with white or black until it is as light as that: never lighter. */
function atLuminance(colour: Channels, wanted: number): string {
  const target = luminance(colour) < wanted ? 255 : 0;
  let [less, more] = [0, 1];
  const mixed = (share: number) =>
    colour.map((channel) => Math.round(channel + (target - channel) * share)) as unknown as Channels;
  for (let step = 0; step < 24; step++) {
    const middle = (less + more) / 2;
    const isPast = target === 255 ? luminance(mixed(middle)) > wanted : luminance(mixed(middle)) <= wanted;
    if (isPast) more = middle;
    else less = middle;
  }
  return hexOf(mixed(target === 255 ? less : more));
}

/** Ten shades of '#rrggbb', lightest first. */
export const shadesOf = (accent: string): Shades =>
  ownShades.map((own) => atLuminance(channelsOf(accent), luminanceOf(own))) as unknown as Shades;

/** White, else the product's ink, else black, which can be read wherever white cannot. */
const texts = ['#ffffff', '#0b1f33', '#000000'] as const;
export const textOn = (colour: string): string =>
  texts.find((text) => contrastOf(colour, text) >= READABLE) ?? '#000000';

/** A little darker, or lighter where that is dark already: under the pointer. */
export const hoverOf = (colour: string): string =>
  atLuminance(channelsOf(colour), luminanceOf(colour) > 0.05 ? luminanceOf(colour) * 0.8 : luminanceOf(colour) + 0.03);
