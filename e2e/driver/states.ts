import type { Page } from 'playwright-core';
import { ADMIN, type PageOptions, type Profiles, type Site } from '../harness.ts';
import {
  addPhotos,
  banner,
  type CodedOrder,
  draw,
  endRight,
  expectAllSent,
  lateAnswer,
  makeOrder,
  openOrder,
  photos,
  sign,
  soon,
  takePhone,
} from './phone.ts';

/** Called with each state while it is on the screen. */
export type Visit = (state: string, page: Page) => Promise<void>;
interface Walk {
  site: Site;
  browser: Profiles;
  look: Pick<PageOptions, 'width' | 'height'>;
  visit: Visit;
}

const longOrder = (site: Site): Promise<CodedOrder> =>
  makeOrder(site, {
    customerEmail: 'a.very.long.address.of.a.customer@northgate-office-supplies.example',
    items: [
      { name: 'Standing desk frame with a long name', description: 'Two people to carry', quantity: 2 },
      { name: 'Lamp' },
    ],
  });
const setStatus = async (site: Site, order: { id: number }, status: string) =>
  (await site.api(ADMIN)).send('PUT', `/api/v1/orders/${order.id}/status`, { status });
/** Opens a dialog, looks at it and closes it again. */
async function glance(
  { visit }: Walk,
  page: Page,
  button: string | RegExp,
  state: string,
  look: () => Promise<void> = async () => undefined,
  isFilled = false,
): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
  await look();
  await visit(state, page);
  await page.keyboard.press('Escape');
  if (isFilled) {
    // Its contents are not lost without a question.
    await page.getByRole('button', { name: 'Discard', exact: true }).waitFor();
    await visit(`${state}-discard`, page);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Before an order is open: the code field and all its messages. */
export async function walkCodes({ site, browser, look, visit }: Walk): Promise<void> {
  const { page, context, goto } = await takePhone(browser, site, { ...look, expectErrors: [/./] });
  await goto();
  const button = page.getByRole('button', { name: 'Access Order' });
  await button.waitFor();
  await visit('code', page);
  await button.click();
  await page.getByText('Missing Code').waitFor();
  await visit('code-missing', page);
  await page.getByLabel('Access code').fill('WRONG');
  await button.click();
  await page.getByText('Access Denied').waitFor();
  await visit('code-refused', page);
  await context.setOffline(true);
  await button.click();
  await page.getByText('No Connection').waitFor();
  await visit('code-offline', page);
  await context.close();
}

/** The pickup, most of it without a network. */
export async function walkPickup(walk: Walk): Promise<void> {
  const { site, browser, look, visit } = walk;
  const order = await longOrder(site);
  const { page, context } = await openOrder(browser, site, order, { ...look, expectErrors: [/./] });
  await visit('order-pending', page);
  const chooseTwo = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add images, Lamp: choose photos' }).click(),
    ]);
    await chooser.setFiles(await photos(2));
    await page.getByRole('button', { name: 'Remove Lamp, image 2' }).waitFor();
  };
  await glance(walk, page, 'Edit Lamp', 'edit-item', chooseTwo, true);
  await page.getByRole('button', { name: 'Edit Lamp' }).click();
  await page.getByRole('dialog').getByLabel('Item name').fill('Floor lamp');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await visit('undo', page);
  await glance(walk, page, 'Delete Floor lamp', 'delete-item');

  await context.setOffline(true);
  await addPhotos(page, 'Pickup', 'Floor lamp', await photos(3));
  await banner(page).getByText('Offline: 3 photos saved on this phone').waitFor();
  await visit('offline-waiting', page);
  await page.getByRole('button', { name: 'Add Item' }).click();
  await page.getByRole('form', { name: 'Add Item' }).getByRole('button', { name: 'Add Item' }).click();
  await page.getByText('Item name is required').waitFor();
  await visit('add-item', page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await glance(walk, page, 'Access Different Order', 'leave-unsent');

  await page.getByRole('button', { name: 'Get Pickup Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pickup Customer Signature' });
  await page.locator('canvas[data-ready]').waitFor();
  await visit('signature-empty', page);
  await dialog.getByRole('button', { name: 'Sign with the typed name' }).click();
  await visit('signature-typed', page);
  await dialog.getByRole('button', { name: 'Draw the signature' }).click();
  await draw(page);
  await visit('signature-drawn', page);
  await dialog.getByRole('button', { name: 'Save Signature' }).click();
  await dialog.waitFor({ state: 'detached' });
  await visit('signature-undo', page);
  await page.getByText('Signature Captured').waitFor({ state: 'detached' });
  await visit('offline-picked-up', page);
  await context.close();
}

/** Sending, refusals, and the way to the door. */
export async function walkDelivery(walk: Walk): Promise<void> {
  const { site, browser, look, visit } = walk;
  const order = await longOrder(site);
  const { page, context } = await openOrder(browser, site, order, { ...look, expectErrors: [/./] });
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await page.route('**/api/driver/pickup/*', async (route) => {
    await passed;
    await route.continue().catch(() => undefined);
  });
  await addPhotos(page, 'Pickup', 'Lamp', await photos(2));
  await banner(page).getByText('Sending 2 photos').waitFor();
  await visit('sending', page);
  pass();
  await expectAllSent(page);
  await page.unroute('**/api/driver/pickup/*');
  await page.getByRole('button', { name: 'Lamp, pickup photo 1' }).click();
  await page.locator('.yarl__slide_image').first().waitFor();
  await visit('photo-full-size', page);
  await page.keyboard.press('Escape');
  await page.locator('.yarl__root').waitFor({ state: 'detached' });
  await sign(page, 'Pickup');
  await expectAllSent(page);
  await visit('order-picked-up', page);
  await page.getByRole('button', { name: 'Move to In Transit' }).click();
  await expectAllSent(page);
  await addPhotos(page, 'Delivery', 'Lamp', await photos(1, 'there'));
  await expectAllSent(page);
  await visit('order-in-transit', page);
  await page.getByRole('button', { name: 'Get Delivery Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery Customer Signature' });
  await dialog.getByLabel('Customer name').fill('Bob Receiver');
  await draw(page);
  await dialog.getByRole('button', { name: 'Save Signature' }).click();
  await dialog.waitFor({ state: 'detached' });
  await visit('delivery-undo', page);
  await expectAllSent(page);
  await page.getByRole('heading', { name: 'Delivery Completed' }).waitFor();
  await visit('order-delivered', page);
  await context.close();
}

/** What the server refuses. */
export async function walkRefusals(walk: Walk): Promise<void> {
  const { site, browser, look, visit } = walk;
  const order = await longOrder(site);
  const { page, context } = await openOrder(browser, site, order, { ...look, expectErrors: [/./] });
  await sign(page, 'Pickup');
  await expectAllSent(page);
  // Not even as evidence: what the office already has needs no removal.
  const refused = /\/api\/driver\/(pickup\/|evidence)/;
  await page.route(refused, (route) =>
    route.fulfill({
      status: 415,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'This file is not a picture', code: 'UNSUPPORTED_IMAGE' }),
    }),
  );
  await addPhotos(page, 'Pickup', 'Lamp', await photos(2, 'refused'));
  await page.getByTestId('refused').waitFor();
  await visit('refused', page);
  await glance(walk, page, 'Remove', 'remove');
  await page.unroute(refused);
  await page.route('**/api/driver/pickup/*', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify(lateAnswer(order, 'cancelled')) }),
  );
  await setStatus(site, order, 'cancelled');
  for (let left = 2; left > 0; left--) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await soon(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(left - 1);
  }
  await page.getByText('2 photos uploaded late').waitFor();
  await visit('handed-in-late', page);
  await page.unroute('**/api/driver/pickup/*');
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.getByText('2 photos uploaded late').waitFor({ state: 'detached' });
  const next = await longOrder(site);
  await page.evaluate((code) => {
    location.hash = `code=${code}`;
  }, next.accessCode);
  await page.getByRole('button', { name: 'Get Pickup Signature' }).waitFor();
  await context.setOffline(true);
  await addPhotos(page, 'Pickup', 'Lamp', await photos(1, 'later'));
  await page.getByRole('button', { name: 'Access Different Order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the order' }).click();
  await page.getByRole('heading', { name: 'Access Order' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await visit('code-with-waiting', page);
  await context.close();

  const renamed = await longOrder(site);
  const other = await openOrder(browser, site, renamed, { ...look, expectErrors: [/./] });
  await other.context.setOffline(true);
  // Photos would still be handed in.
  await other.page.getByRole('button', { name: 'Picked up without a photo: Lamp' }).click();
  await other.page.getByTestId('waiting').waitFor();
  await endRight(site, renamed);
  await other.context.setOffline(false);
  await other.page.getByText('Enter the access code again to send what’s waiting').waitFor();
  await visit('code-renewed', other.page);
  await other.context.close();

  const full = await takePhone(browser, site, { ...look, expectErrors: [/./] });
  await full.page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await full.goto(`/driver#code=${(await longOrder(site)).accessCode}`);
  await full.page.getByRole('heading', { name: 'Items Management' }).waitFor();
  await full.context.setOffline(true);
  await addPhotos(full.page, 'Pickup', 'Lamp', await photos(1));
  await banner(full.page).getByText('Not saved: 1 photo only in this page').waitFor();
  await visit('nothing-kept', full.page);
  await full.context.close();
}

/** What a driver with an account sees. */
export async function walkAccount({ site, browser, look, visit }: Walk): Promise<void> {
  const driver = await site.createUser('driver');
  const idle = await takePhone(browser, site, { ...look, signedInAs: driver });
  await idle.goto();
  await idle.page.getByText('No orders assigned to you yet.').waitFor();
  await visit('own-deliveries-none', idle.page);
  await idle.context.close();

  for (const status of ['assigned', 'in_transit', 'delivered']) {
    const order = await longOrder(site);
    const admin = await site.api(ADMIN);
    await admin.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id });
    if (status === 'assigned') continue;
    await site.sql('update orders set status = ? where id = ?', status, order.id);
  }
  const busy = await takePhone(browser, site, { ...look, signedInAs: driver });
  await busy.goto();
  await busy.page.getByRole('region', { name: 'Done' }).waitFor();
  await visit('own-deliveries', busy.page);
  await busy.context.close();
}

export const walks = {
  codes: walkCodes,
  pickup: walkPickup,
  delivery: walkDelivery,
  refusals: walkRefusals,
  account: walkAccount,
};
