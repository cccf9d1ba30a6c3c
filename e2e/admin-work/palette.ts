import type { Locator, Page } from 'playwright-core';

export interface Palette {
  field: Locator;
  options: Locator;
  /** The line that Enter opens. */
  chosen: Locator;
  root: Locator;
}

/** What the open palette is made of. */
export function paletteOf(page: Page): Palette {
  const root = page.getByRole('dialog', { name: 'Search and jump' });
  return {
    root,
    field: root.getByRole('combobox', { name: 'Search and jump' }),
    options: root.getByRole('option'),
    chosen: root.getByRole('option', { selected: true }),
  };
}

/** Opens it with the keyboard, or where there is none with its button. */
export async function openPalette(page: Page, how: 'keys' | 'button' = 'keys'): Promise<Palette> {
  const button = page.getByRole('button', { name: 'Search and jump' });
  await button.waitFor();
  if (how === 'keys') await page.keyboard.press('Control+k');
  else await button.click();
  const palette = paletteOf(page);
  await palette.field.waitFor();
  return palette;
}
