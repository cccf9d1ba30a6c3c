import { createTheme } from '@mantine/core';

/**
 * Gloves, rain and glare: nothing to tap is smaller than 48 px, no text smaller than 16 (sizes of text:
 * driver.module.css).
 */
export const driverTheme = createTheme({
  components: {
    Button: {
      defaultProps: { size: 'lg', radius: 'md', px: 'sm', fz: '1.0625rem' },
      // A label that does not fit on one line takes two: half a word on an irreversible button is worse.
      styles: {
        // A grid also centres the label of links, which have no fixed height.
        root: {
          display: 'inline-grid',
          alignContent: 'center',
          height: 'auto',
          minHeight: 'var(--button-height)',
          paddingBlock: 6,
        },
        label: { height: 'auto', overflow: 'visible', whiteSpace: 'normal', lineHeight: 1.25, textAlign: 'center' },
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 48 } },
    TextInput: { defaultProps: { size: 'lg' } },
    Textarea: { defaultProps: { size: 'lg' } },
    NumberInput: { defaultProps: { size: 'lg' } },
    Select: { defaultProps: { size: 'lg' } },
    CloseButton: { defaultProps: { size: 48, iconSize: 22 } },
    Badge: {
      defaultProps: { radius: 'sm', tt: 'none', fw: 600, size: 'lg' },
      styles: { root: { height: 32, fontSize: '1rem' } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5 },
        closeButtonProps: { 'aria-label': 'Close', size: 48, iconSize: 22 },
        transitionProps: { duration: 160 },
      },
      styles: { title: { fontWeight: 650, fontSize: '1.25rem' } },
    },
  },
});
