// The look of the whole product: colours, type, space. Pages use these names and define no colours.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import type { Brand } from '@quickfleet/shared/company/brand';
import { t } from '@quickfleet/shared/words/t';

const ink = '#0B1F33';

// Shade 7 of every colour carries white text with at least 4.5:1.
const ownTeal: MantineColorsTuple = [
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
];
const amber: MantineColorsTuple = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#f59e0b',
  '#c2680a',
  '#b45309',
  '#92400e',
  '#78350f',
];
const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#d42626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
];
const blue: MantineColorsTuple = [
  '#eff6ff',
  '#dbeafe',
  '#bfdbfe',
  '#93c5fd',
  '#60a5fa',
  '#3b82f6',
  '#2563eb',
  '#1d4ed8',
  '#1e40af',
  '#1e3a8a',
];
const violet: MantineColorsTuple = [
  '#f5f3ff',
  '#ede9fe',
  '#ddd6fe',
  '#c4b5fd',
  '#a78bfa',
  '#8b5cf6',
  '#7c3aed',
  '#6d28d9',
  '#5b21b6',
  '#4c1d95',
];
const green: MantineColorsTuple = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22c55e',
  '#178a42',
  '#15803d',
  '#166534',
  '#14532d',
];
const gray: MantineColorsTuple = [
  '#f7f9fb',
  '#eef2f6',
  '#dfe6ed',
  '#cbd5df',
  '#94a3b5',
  '#64748b',
  '#4a5a6d',
  '#37475a',
  '#1f2e40',
  '#0f1c2b',
];
const dark: MantineColorsTuple = [
  '#e6edf5',
  '#c6d2df',
  '#a3b4c6',
  '#8397ae',
  '#33475e',
  '#26384c',
  '#182838',
  '#0f1d2c',
  '#0b1622',
  '#070f18',
];

/** Whatever Mantine's parts say on their own, in the reader's words. */
const libraryWords = {
  Modal: { closeButtonProps: { 'aria-label': t('Close') } },
  PasswordInput: { visibilityToggleButtonProps: { 'aria-label': t('Toggle password visibility') } },
} as const;

const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';
/** The stand-ins have Inter's measures (styles/first-fonts.css). */
const sans =
  '"Inter Variable", "Inter Stand-in Arial", "Inter Stand-in Roboto", "Inter Stand-in Open Sans", "Inter Stand-in DejaVu", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const CONTRAST = 'var(--mantine-primary-color-contrast)';
/** What is filled with the company's colour carries the text that can be read on it. */
const readable: VariantColorsResolver = (input) => {
  const look = defaultVariantColorsResolver(input);
  return input.variant === 'filled' && input.color === 'teal' ? { ...look, color: CONTRAST } : look;
};

const themeWith = (teal: MantineColorsTuple) =>
  createTheme({
    colors: { teal, amber, red, blue, violet, green, gray, dark },
    primaryColor: 'teal',
    primaryShade: 7,
    variantColorResolver: readable,
    black: ink,
    fontFamily: sans,
    fontFamilyMonospace: mono,
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '8px', md: '10px', lg: '12px', xl: '16px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    headings: {
      fontFamily: sans,
      fontWeight: '650',
      sizes: {
        h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.25rem)', lineHeight: '1.2' },
        h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.9vw, 1.75rem)', lineHeight: '1.25' },
        h3: { fontSize: '1.25rem', lineHeight: '1.3' },
        h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
      },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
      Paper: { defaultProps: { radius: 'lg' } },
      Modal: {
        defaultProps: {
          centered: true,
          overlayProps: { backgroundOpacity: 0.5 },
          ...libraryWords.Modal,
          transitionProps: { duration: 160 },
        },
        styles: { title: { fontWeight: 600, lineHeight: 1.3 } },
      },
      // A header element would be a second banner of the page.
      ModalHeader: { defaultProps: { component: 'div' } },
      DrawerHeader: { defaultProps: { component: 'div' } },
      // The fields' radius makes a circle of so small a box, and a circle is one of several.
      Checkbox: { defaultProps: { radius: 'xs', iconColor: CONTRAST } },
      Badge: { defaultProps: { radius: 'sm', tt: 'none', fw: 600 } },
      Anchor: { defaultProps: { underline: 'hover' } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Loader: { defaultProps: { type: 'oval' } },
      PasswordInput: { defaultProps: libraryWords.PasswordInput },
      // Text is shown and typed in its own direction (docs/promises.md, K47).
      Text: { defaultProps: { dir: 'auto' } },
      Title: { defaultProps: { dir: 'auto' } },
      Input: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    },
  });

/** Public pages and the driver portal: larger fields and buttons than the dense staff screens. */
export const roomyTheme = createTheme({
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
  },
});

/** Light variants in the dark: a tint over the surface with a pale text of the same colour, not the darkest shade. */
const darkTints = (palettes: Record<string, MantineColorsTuple>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(palettes).flatMap(([name, shades]) => [
      [`--mantine-color-${name}-light`, `color-mix(in srgb, ${shades[5]} 20%, ${dark[7]})`],
      [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${shades[5]} 28%, ${dark[7]})`],
      [`--mantine-color-${name}-light-color`, shades[2]],
    ]),
  );

/** What is filled has the very accent of its owner; links and marks have its shades, which can be read on a page. */
const filledWith = (accent: Brand['accent']): Record<string, string> =>
  accent === null
    ? {}
    : {
        '--mantine-color-teal-filled': accent.fill,
        '--mantine-color-teal-filled-hover': accent.hover,
        '--mantine-primary-color-contrast': accent.text,
      };

/** What Mantine's own variables do not name: the raised surface, the sunken page, the marks of what is new. */
const variablesWith =
  (teal: MantineColorsTuple, accent: Brand['accent']): CSSVariablesResolver =>
  () => ({
    variables: {},
    light: {
      ...filledWith(accent),
      // Mantine takes what is filled.
      '--mantine-color-teal-text': teal[7],
      '--qf-page': '#f7f9fb',
      '--qf-surface': '#ffffff',
      '--qf-line': gray[3],
      '--qf-field-line': gray[4],
      '--qf-panel': ink,
      '--qf-route': teal[7],
      '--qf-route-way': '#94a3b5',
      '--qf-pin': '#b45309',
      '--qf-new-bg': '#fffbeb',
      '--qf-new-border': '#fcd34d',
      '--qf-highlight': teal[1],
      '--qf-active-bg': teal[1],
      '--qf-active-text': teal[8],
      '--mantine-color-placeholder': '#64748b',
      '--mantine-color-error': '#b91c1c',
    },
    dark: {
      ...filledWith(accent),
      ...darkTints({ teal, amber, red, blue, violet, green }),
      '--mantine-color-gray-light': dark[5],
      '--mantine-color-gray-light-hover': dark[4],
      '--mantine-color-gray-light-color': dark[1],
      '--qf-page': '#0b1622',
      '--qf-surface': '#0f1d2c',
      '--qf-line': dark[4],
      '--qf-field-line': '#4f6882',
      '--qf-panel': '#0b1a2a',
      '--qf-route': teal[4],
      '--qf-route-way': '#5b7189',
      '--qf-pin': '#fbbf24',
      '--qf-new-bg': '#2a2110',
      '--qf-new-border': '#78580f',
      '--qf-highlight': `color-mix(in srgb, ${teal[9]} 60%, ${dark[8]})`,
      '--qf-active-bg': `color-mix(in srgb, ${teal[9]} 60%, ${dark[8]})`,
      '--qf-active-text': teal[2],
      '--mantine-color-placeholder': '#8397ae',
      '--mantine-color-error': '#fca5a5',
    },
  });

/** The look in an accent and its shades; they have the lightness of the product's own, so that every contrast holds. */
export const themeIn = ({ shades, accent }: { shades: MantineColorsTuple | null; accent: Brand['accent'] }) => ({
  theme: themeWith(shades ?? ownTeal),
  cssVariables: variablesWith(shades ?? ownTeal, accent),
});
