import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, DESKTOP, newPage, PHONE, photoUpload, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();

/** Folder for pictures of the walk, for a look by eye: WALK_SHOTS=folder npm test -- main-job */
const shots = process.env['WALK_SHOTS'];
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

/** Draws a line with the pointer. */
async function drawOn(page: Page): Promise<void> {
  const pad = page.locator('canvas');
  const hint = page.getByText('Sign here');
  await hint.waitFor();
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the signature pad is not on the screen');
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(box.x + 30 + step * 18, box.y + box.height / 2 + (step % 2 === 0 ? -25 : 25), { steps: 3 });
  await page.mouse.up();
  await hint.waitFor({ state: 'hidden' });
}

const sizes = [
  { name: 'desktop', view: DESKTOP },
  { name: '390 px', view: PHONE },
] as const;

describe('the main job in a real browser', () => {
  for (const { name, view } of sizes) {
    test(`R01 R03 R05 U13 U14 P15 P16 P19 P20 P21 K04 K19 goes from the empty quote form to ‘delivered’ on the tracking page (${name})`, async () => {
      const customer = name === 'desktop' ? 'Ada Desk' : 'Ada Phone';
      const step = (what: string) => `${name.replace(' ', '')}-${what}`;

      const visitor = await newPage(browser, site, view);
      await visitor.page.goto('/#quote-form');
      await visitor.page.getByLabel('Full Name').fill(customer);
      await visitor.page.getByLabel('Email Address').fill('ada@example.com');
      await visitor.page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pickup Street\nSpringfield');
      await visitor.page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Delivery Road\nShelbyville');
      await visitor.page.getByLabel('Item Name').fill('Box of books');
      await visitor.page
        .locator('input[type=file]')
        .first()
        .setInputFiles(await photoUpload('books.jpg'));
      await visitor.page.getByText('1 image(s) uploaded').waitFor();
      await shoot(visitor.page, step('1-form'));
      await visitor.page.getByRole('button', { name: /^Submit/ }).click();
      await visitor.page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
      await shoot(visitor.page, step('2-submitted'));
      const [asked] = await site.sql<{ id: number; status: string; images: string[] }>(
        'select q.id, q.status, i.image_urls as images from quotes q join quote_items i on i.quote_id = q.id where q.customer_name = ?',
        customer,
      );
      expect(asked).toMatchObject({ status: 'draft', images: [expect.stringMatching(/^\/files\/[0-9a-f]{32}\.jpg$/)] });

      const staff = await newPage(browser, site, view);
      await staff.page.goto('/admin/quotes');
      await staff.page.waitForURL('**/admin/auth');
      await staff.page.getByLabel('Username').fill(ADMIN.username);
      await staff.page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await shoot(staff.page, step('3-sign-in'));
      await staff.page.getByRole('button', { name: 'Sign In' }).click();
      await staff.page.waitForURL('**/admin/quotes');
      await staff.page.getByText(customer).first().waitFor();
      await shoot(staff.page, step('4-quotes'));
      await staff.page.getByRole('button', { name: 'Set Price' }).first().click();
      const pricing = staff.page.getByRole('dialog');
      await pricing.getByLabel('Price', { exact: false }).first().fill('84.50');
      await pricing.getByLabel('Payment URL').fill('https://pay.example.com/q/1');
      await shoot(staff.page, step('5-price'));
      await pricing.getByRole('button', { name: 'Save & Send' }).click();
      await staff.page.getByRole('button', { name: 'Mark Paid' }).first().click();
      await staff.page.getByRole('button', { name: 'Convert to Order' }).first().click();
      await staff.page.getByRole('button', { name: 'Create order' }).click();
      await staff.page.getByRole('heading', { name: 'Order created' }).waitFor();
      await shoot(staff.page, step('6-converted'));
      await staff.page.getByRole('link', { name: 'View order' }).last().click();
      const [order] = await site.sql<{ id: number; number: string }>(
        'select id, tracking_number as number from orders where quote_id = ?',
        asked?.id,
      );
      const details = staff.page.getByRole('dialog');
      await details.getByText('Access code', { exact: false }).first().waitFor();
      await shoot(staff.page, step('7-order'));
      const api = await site.api(ADMIN);
      const { accessCode } = await api.send<{ accessCode: string }>('GET', `/api/v1/orders/${order?.id}`);
      await details.getByText(accessCode).first().waitFor();

      const tracking = await newPage(browser, site, view);
      await tracking.page.goto(`/track/${order?.number}`);
      await tracking.page.getByText('Delivery Progress').waitFor();
      await shoot(tracking.page, step('8-tracking-created'));
      const current = tracking.page.locator('[aria-current="step"]');

      const driver = await newPage(browser, site, view);
      await driver.page.goto('/driver');
      await driver.page.getByRole('textbox').first().fill(accessCode.toLowerCase());
      await shoot(driver.page, step('9-driver-code'));
      await driver.page.getByRole('button', { name: 'Access Order' }).click();
      await driver.page.getByText('0/1 picked up').waitFor();
      await shoot(driver.page, step('10-driver-order'));
      await driver.page
        .locator('input[type=file]')
        .first()
        .setInputFiles(await photoUpload('pickup.jpg', 2));
      await driver.page.getByText('1/1 picked up').waitFor();
      await driver.page
        .getByRole('button', { name: /pickup.*signature/i })
        .first()
        .click();
      await driver.page.getByRole('heading', { name: 'Pickup Customer Signature' }).waitFor();
      await driver.page.getByLabel(/customer name/i).fill('Ada Sender');
      await drawOn(driver.page);
      await shoot(driver.page, step('11-driver-signature'));
      await driver.page.getByRole('button', { name: 'Save Signature' }).click();
      await driver.page.getByText('1 item is picked up. Signed by Ada Sender.').waitFor();
      await driver.page.getByRole('button', { name: 'Move to In Transit' }).waitFor();
      // The pickup is sent when it can no longer be undone.
      await expect.poll(() => current.textContent(), { timeout: 14_000 }).toContain('Items Picked Up');
      await shoot(tracking.page, step('12-tracking-picked-up'));
      await driver.page.getByRole('button', { name: 'Move to In Transit' }).click();
      await driver.page
        .getByRole('button', { name: /delivery.*signature/i })
        .first()
        .waitFor();
      await expect.poll(() => current.textContent()).toContain('In Transit');
      await driver.page.getByText('Delivery Documentation').first().waitFor();
      await driver.page
        .locator('input[type=file]')
        .last()
        .setInputFiles(await photoUpload('delivery.jpg', 3));
      await shoot(driver.page, step('13-driver-in-transit'));
      await driver.page
        .getByRole('button', { name: /delivery.*signature/i })
        .first()
        .click();
      await driver.page.getByRole('heading', { name: 'Delivery Customer Signature' }).waitFor();
      await driver.page.getByLabel(/customer name/i).fill('Bob Receiver');
      await drawOn(driver.page);
      await driver.page.getByRole('button', { name: 'Save Signature' }).click();
      await driver.page.getByText('1 item is delivered. Signed by Bob Receiver.').waitFor();
      await driver.page.getByText('Delivery Completed').waitFor();
      await shoot(driver.page, step('14-driver-delivered'));

      await tracking.page.getByText('Bob Receiver').first().waitFor();
      await tracking.page
        .getByText(/^delivered$/i)
        .first()
        .waitFor();
      await shoot(tracking.page, step('15-tracking-delivered'));

      const [row] = await site.sql(
        `select o.status, o.delivered_at is not null as delivered, q.status as quote, i.is_picked_up, i.is_in_transit, i.is_delivered,
           jsonb_array_length(i.image_urls) as photos, jsonb_array_length(i.pickup_image_urls) as pickup_photos, jsonb_array_length(i.delivery_image_urls) as delivery_photos,
           (select array_agg(s.kind || ' ' || s.signer_name order by s.id) from signatures s where s.order_id = o.id) as signatures
         from orders o join quotes q on q.id = o.quote_id join order_items i on i.order_id = o.id where o.id = ?`,
        order?.id,
      );
      expect(row).toEqual({
        status: 'delivered',
        delivered: true,
        quote: 'converted',
        is_picked_up: true,
        is_in_transit: true,
        is_delivered: true,
        photos: 1,
        pickup_photos: 1,
        delivery_photos: 1,
        signatures: ['pickup Ada Sender', 'delivery Bob Receiver'],
      });
      const history = await site.sql<{ to_status: string }>(
        `select to_status from history where subject = 'order' and subject_id = ? and to_status is not null order by id`,
        order?.id,
      );
      expect(history.map((line) => line.to_status)).toEqual(['pending', 'picked_up', 'in_transit', 'delivered']);
      for (const { problems, context } of [visitor, staff, tracking, driver]) {
        expect(problems).toEqual([]);
        await context.close();
      }
    });
  }
});
