import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { orderBody } from '../../server/test/support/factories.ts';
import { dialogOf, numberOf, type Office } from '../admin-orders/office.ts';
import { makerOf } from '../admin-quotes/staff.ts';
import { ADMIN, type Site } from '../harness.ts';

const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1);
const inDialog = (page: Page, dialog: string | RegExp, name: string) =>
  dialogOf(page, dialog).getByRole('button', { name, exact: true });

export interface Walk {
  /** The forms of these sources are walked. */
  of: string;
  /** What one press sends. */
  sends: string;
  /** Leads to the filled form, and gives its submit button. */
  open: (page: Page) => Promise<Locator>;
}

const at = async (page: Page, address: string) => void (await page.goto(address));
const fill = async (scope: Page | Locator, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await scope
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value);
};
let made = 0;
const address = () => `press${++made}@example.com`;

/** The forms of the office, each filled and one press from being sent. */
export function walksOf(site: Site, office: Office): readonly Walk[] {
  const orderDetails = async (page: Page) => {
    const order = await office.order();
    await page.goto(`/admin/orders?order=${order.id}`);
    const details = dialogOf(page, `Order ${numberOf(order)}`);
    await details.waitFor();
    return { order, details };
  };
  const quoteDetails = async (page: Page, kind: 'sent' | 'draft') => {
    const quote = await (await makerOf(site))[kind]();
    await page.goto(`/admin/quotes?quote=${quote.id}`);
    const details = dialogOf(page, new RegExp(`#${quote.id}`));
    await details.waitFor();
    return { quote, details };
  };

  /** An order that its customer asks to cancel, by the link in their mail. */
  const askedToCancel = async () => {
    const order = await office.order();
    const { data } = await office.api.send<{ data: { id: number; trigger: string }[] }>(
      'GET',
      `/api/v1/emails?orderId=${order.id}`,
    );
    const mail = data.find(({ trigger }) => trigger === 'order_created');
    const { text } = await office.api.send<{ text: string }>('GET', `/api/v1/emails/${mail?.id}`);
    const link = /\/t\/\w+/.exec(text)?.[0];
    await (await site.api()).send('POST', `/api/v1${link}/requests`, { kind: 'cancel' });
    return order;
  };

  return [
    {
      of: 'features/delivery/orders/requests/order-requests.tsx',
      sends: 'requests.decide',
      open: async (page) => {
        const order = await askedToCancel();
        await page.goto(`/admin/orders?order=${order.id}`);
        const details = dialogOf(page, `Order ${numberOf(order)}`);
        await details.getByRole('button', { name: 'Refuse: Cancel the delivery' }).click();
        const form = details.getByRole('form', { name: 'Refuse: Cancel the delivery' });
        await fill(form, { Reason: 'It is loaded already' });
        return form.getByRole('button', { name: 'Refuse', exact: true });
      },
    },
    {
      of: 'features/delivery/orders/details/order-charges.tsx',
      sends: 'charges.add',
      open: async (page) => {
        const { details } = await orderDetails(page);
        await details.getByRole('button', { name: 'Add a charge' }).click();
        const form = details.getByRole('form', { name: 'Add a charge' });
        await fill(form, { Charge: 'Tolls', Amount: '8.40' });
        return form.getByRole('button', { name: 'Add charge', exact: true });
      },
    },
    {
      of: 'features/delivery/orders/payment/order-payment.tsx',
      sends: 'orderPayments.paid',
      open: async (page) => {
        // Without a quote: an order of a paid one is paid.
        const order = await office.api.send<Order>('POST', '/api/v1/orders', orderBody());
        await page.goto(`/admin/orders?order=${order.id}`);
        await dialogOf(page, `Order ${numberOf(order)}`)
          .getByRole('button', { name: 'Mark Paid' })
          .click();
        return inDialog(page, `Mark order ${numberOf(order)} as paid`, 'Mark Paid');
      },
    },
    {
      of: 'components/delivery/order-incidents.tsx',
      sends: 'incidents.create',
      open: async (page) => {
        const { details } = await orderDetails(page);
        await details.getByRole('button', { name: 'Open a claim' }).click();
        const form = details.getByRole('form', { name: 'Open a claim' });
        await form.getByRole('combobox').first().selectOption({ index: 1 });
        await form.getByLabel('In words').fill('It came in pieces');
        return form.getByRole('button', { name: 'Open claim', exact: true });
      },
    },
    {
      of: 'features/delivery/orders/change/reason-form.tsx',
      sends: 'attempts.correct',
      open: async (page) => {
        const order = await office.order();
        await office.api.send('PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' });
        await page.goto(`/admin/orders?order=${order.id}`);
        await dialogOf(page, `Order ${numberOf(order)}`)
          .getByRole('button', { name: 'More' })
          .click();
        await page.getByRole('menuitem', { name: 'Open it again' }).click();
        const dialog = `Open it again: ${numberOf(order)}`;
        await fill(dialogOf(page, dialog), { 'What went wrong': 'The wrong order' });
        return inDialog(page, dialog, 'Correct it');
      },
    },
    {
      of: 'components/subject/office-notes.tsx',
      sends: 'officeNotes.add',
      open: async (page) => {
        const { details } = await orderDetails(page);
        await fill(details, { 'Add a note': 'Called, nobody there' });
        return details.getByRole('button', { name: 'Add note' });
      },
    },
    {
      of: 'features/delivery/orders/change/order-edit-dialog.tsx',
      sends: 'orders.update',
      open: async (page) => {
        const order = await office.order();
        await at(page, `/admin/orders?edit=${order.id}`);
        await dialogOf(page, /^Edit order/)
          .getByLabel('Phone')
          .fill('+1 555 0199');
        return inDialog(page, /^Edit order/, 'Save Changes');
      },
    },
    {
      of: 'features/delivery/orders/change/repeat-dialog.tsx',
      sends: 'orders.duplicate',
      open: async (page) => {
        const { details } = await orderDetails(page);
        await details.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: /Duplicate/ }).click();
        return inDialog(page, /^Duplicate/, 'Create order');
      },
    },
    {
      of: 'features/delivery/orders/new/new-order-form.tsx',
      sends: 'orders.create',
      open: async (page) => {
        await at(page, '/admin/orders/new');
        await page.getByLabel('Find the customer').fill('Paula Press');
        await page.getByRole('option', { name: /New customer/ }).click();
        await page.getByLabel('Email Address').fill(address());
        await page.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pier');
        await page.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Dock');
        await page.getByLabel('Item Name').fill('Crate');
        await page.getByLabel('On account').check();
        return page.getByRole('button', { name: 'Create order' });
      },
    },
    {
      of: 'features/delivery/orders/list/order-views.tsx',
      sends: 'savedViews.save',
      open: async (page) => {
        await at(page, '/admin/orders?unassigned=true&sort=planned');
        await page.getByRole('button', { name: 'Saved views' }).click();
        await page.getByRole('menuitem', { name: /Save/ }).click();
        await fill(dialogOf(page, 'Save this view'), { Name: `Free ${++made}` });
        return inDialog(page, 'Save this view', 'Save view');
      },
    },
    {
      of: 'components/delivery/move-to-day.tsx',
      sends: 'planning.reschedule',
      open: async (page) => {
        const order = await office.order();
        await at(page, `/admin/orders?q=${order.trackingNumber}`);
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await page.getByRole('button', { name: 'Change day' }).click();
        return inDialog(page, 'Change day', 'Move');
      },
    },
    {
      of: 'features/delivery/orders/change/in-place-edit.tsx',
      sends: 'orders.update',
      open: async (page) => {
        const order = await office.order();
        await at(page, `/admin/orders?q=${order.trackingNumber}`);
        await page.getByRole('button', { name: /^Change the notes/ }).click();
        const notes = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Save' }) });
        await notes.getByRole('textbox').first().fill(`Ring ${++made} times`);
        return notes.getByRole('button', { name: 'Save' });
      },
    },
    {
      of: 'features/delivery/board/moving/move-dialog.tsx',
      sends: 'planning.moves',
      open: async (page) => {
        const order = await office.order({ speedType: 'specific_date', speedDate: tomorrow });
        await at(page, `/admin/board?day=${tomorrow}`);
        await page.getByRole('button', { name: `Move ${numberOf(order)}` }).click();
        return inDialog(page, `Move ${numberOf(order)}`, 'Move');
      },
    },
    {
      of: 'features/delivery/board/selection/give-all-dialog.tsx',
      sends: 'planning.moves',
      open: async (page) => {
        const ill = await site.createUser('driver');
        await site.createUser('driver');
        const order = await office.order({ speedType: 'specific_date', speedDate: tomorrow });
        await office.api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: ill.id });
        await at(page, `/admin/board?day=${tomorrow}`);
        const column = page.getByRole('region').filter({ has: page.getByText(numberOf(order)) });
        await column.getByRole('button', { name: /^More for/ }).click();
        await page.getByRole('menuitem', { name: 'Give all to…' }).click();
        const dialog = dialogOf(page, /^Give all stops of/);
        await dialog.getByRole('combobox', { name: 'New driver' }).fill('Rider');
        await page.getByRole('option').first().click();
        return dialog.getByRole('button', { name: /^Give to/ });
      },
    },
    {
      of: 'features/quoting/quotes/form/quote-form.tsx',
      sends: 'quotes.createAsStaff',
      open: async (page) => {
        await at(page, '/admin/quotes?create=1');
        const form = dialogOf(page, 'Create Quote');
        await fill(form, { 'Customer Name': 'Paula Press', 'Email Address': address(), 'Item Name': 'Crate' });
        await form.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pier');
        await form.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Dock');
        return form.getByRole('button', { name: 'Create Quote' });
      },
    },
    {
      of: 'features/quoting/quotes/pricing/price-form.tsx',
      sends: 'quotes.update',
      open: async (page) => {
        const quote = await (await makerOf(site)).draft();
        await at(page, `/admin/quotes?price=${quote.id}`);
        const form = dialogOf(page, 'Set Price & Payment Link');
        await form.getByLabel('Price *').fill('84.50');
        await form.getByLabel('Payment URL').fill('https://pay.example.com/q');
        return form.getByRole('button', { name: 'Save & Send' });
      },
    },
    {
      of: 'features/quoting/quotes/work/convert-dialog.tsx',
      sends: 'quotes.convertToOrder',
      open: async (page) => {
        const id = await office.paidQuote();
        await at(page, `/admin/quotes?quote=${id}`);
        await dialogOf(page, `Quote #${id}`).getByRole('button', { name: 'Convert to Order' }).click();
        return inDialog(page, `Convert quote #${id} to an order?`, 'Create order');
      },
    },
    {
      of: 'features/quoting/quotes/details/quote-payments.tsx',
      sends: 'quotes.update',
      open: async (page) => {
        const { details } = await quoteDetails(page, 'sent');
        await details.getByRole('button', { name: 'Payment received…' }).click();
        return inDialog(page, 'Payment received', 'Mark as paid');
      },
    },
    {
      of: 'features/quoting/quotes/details/decide-dialog.tsx',
      sends: 'quotes.acceptOnBehalf',
      open: async (page) => {
        const { details } = await quoteDetails(page, 'sent');
        await details.getByRole('button', { name: 'Accept on behalf…' }).click();
        const form = dialogOf(page, 'Accept on behalf of the customer');
        await form.getByRole('textbox', { name: 'How did they say so?' }).fill('Said yes on the phone');
        return form.locator('[type=submit]');
      },
    },
    {
      of: 'features/people/customers/customer-dialogs.tsx',
      sends: 'customers.create',
      open: async (page) => {
        await at(page, '/admin/customers?create=1');
        await fill(dialogOf(page, 'Create Customer'), { Name: 'Paula Press', 'Email Address': address() });
        return inDialog(page, 'Create Customer', 'Create Customer');
      },
    },
    {
      of: 'features/delivery/invoices/run-dialog.tsx',
      sends: 'invoices.run',
      open: async (page) => {
        await at(page, '/admin/invoices?create=1');
        return inDialog(page, 'Invoice deliveries', 'Make drafts');
      },
    },
    {
      of: 'features/people/customers/customer-members.tsx',
      sends: 'customers.joinMember',
      open: async (page) => {
        const { customerId } = await office.order();
        await page.goto(`/admin/customers/${customerId}`);
        const members = page.getByRole('region', { name: 'Members' });
        await members.getByLabel('Email of a member').fill(address());
        return members.getByRole('button', { name: 'Add member' });
      },
    },
    {
      of: 'components/addresses/address-dialog.tsx',
      sends: 'customers.saveAddress',
      open: async (page) => {
        const { customerId } = await office.order();
        await page.goto(`/admin/customers/${customerId}`);
        await page.getByRole('button', { name: 'Save an address' }).click();
        await dialogOf(page, 'Save an address').getByLabel('Address *').fill(`${++made} Depot Lane`);
        return inDialog(page, 'Save an address', 'Save');
      },
    },
    {
      of: 'features/people/team/user-dialog.tsx',
      sends: 'users.create',
      open: async (page) => {
        await at(page, '/admin/team?create=1');
        const form = dialogOf(page, 'Add a person');
        await form.getByLabel('First name').fill('Paula');
        await form.getByLabel('Username').fill(`paula-${++made}`);
        await form
          .getByLabel(/^Password/)
          .first()
          .fill('a-good-password-7');
        return form.getByRole('button', { name: 'Add person' });
      },
    },
    {
      of: 'features/people/team/invitations.tsx',
      sends: 'invitations.create',
      open: async (page) => {
        await at(page, '/admin/team');
        await page.getByRole('button', { name: 'Invite by e-mail' }).click();
        const form = dialogOf(page, 'Invite by e-mail');
        await form.getByLabel('Email').fill(`paula-${++made}@example.com`);
        return form.getByRole('button', { name: 'Send invitation' });
      },
    },
    {
      of: 'features/people/auth/account/factor-card.tsx',
      sends: 'factor.begin',
      open: async (page) => {
        await at(page, '/auth/account');
        await page.getByRole('button', { name: 'Set up the second factor' }).click();
        await page.getByLabel('Current password').fill(ADMIN.password);
        return page.getByRole('button', { name: 'Continue' });
      },
    },
    {
      of: 'features/messages/templates/test-email.tsx',
      sends: 'templates.test',
      open: async (page) => {
        await office.api.send('POST', '/api/email-templates/initialize');
        await at(page, '/admin/email-templates');
        await page.locator('[data-row-open]').first().click();
        const part = page.getByRole('region', { name: 'Test Email' });
        await part.getByRole('textbox').fill(address());
        return part.locator('[type=submit]');
      },
    },
    {
      of: 'features/people/api-keys/key-dialogs.tsx',
      sends: 'apiKeys.create',
      open: async (page) => {
        await at(page, '/admin/developers/keys?create=1');
        await fill(dialogOf(page, 'Create an API key'), { Name: `Shop ${++made}` });
        return inDialog(page, 'Create an API key', 'Create key');
      },
    },
    {
      of: 'features/messages/webhooks/endpoints/endpoint-dialog.tsx',
      sends: 'webhooks.create',
      open: async (page) => {
        await at(page, '/admin/developers?create=1');
        await fill(dialogOf(page, 'New endpoint'), { Address: `https://shop.example.com/${++made}` });
        return inDialog(page, 'New endpoint', 'Create endpoint');
      },
    },
    {
      of: 'features/messages/webhooks/deliveries/replay-dialog.tsx',
      sends: 'webhooks.replayRange',
      open: async (page) => {
        const hook = { url: `https://shop.example.com/${++made}`, events: ['claim.opened'] };
        const { id } = await office.api.send<{ id: number }>('POST', '/api/v1/webhooks', hook);
        await at(page, `/admin/developers/deliveries?endpoint=${id}&replay=1`);
        return inDialog(page, 'Replay a range', 'Send again');
      },
    },
    {
      of: 'features/company/settings/settings-form.tsx',
      sends: 'company.update',
      open: async (page) => {
        await at(page, '/admin/settings?section=papers');
        const papers = page.getByRole('region', { name: 'Company papers' });
        await papers.getByLabel('Registered name').fill(`Press ${++made} Ltd`);
        return papers.getByRole('button', { name: 'Save company papers' });
      },
    },
    {
      of: 'features/delivery/attempts/failure-reasons.tsx',
      sends: 'failureReasons.create',
      open: async (page) => {
        await at(page, '/admin/settings?section=reasons');
        await page.getByRole('button', { name: 'Add reason' }).click();
        const form = dialogOf(page, 'New reason');
        await form.getByLabel('Name').fill(`Dog ${++made}`);
        await form.getByLabel('What the customer reads').fill('A dog was in the yard');
        return form.getByRole('button', { name: 'Save reason' });
      },
    },
    {
      of: 'features/delivery/recurring/recurring-form.tsx',
      sends: 'recurring.create',
      open: async (page) => {
        await at(page, '/admin/recurring?create=1');
        const form = dialogOf(page, 'New recurring job');
        await form.getByLabel('Find the customer').fill('Paula Press');
        await form.getByRole('option', { name: /New customer/ }).click();
        await form.getByLabel('Email Address').fill(address());
        await form.getByRole('textbox', { name: 'Pickup Address' }).fill('1 Pier');
        await form.getByRole('textbox', { name: 'Delivery Address' }).fill('2 Dock');
        await form.getByLabel('Item Name').fill('Bread');
        await form.getByLabel('On account').check();
        return form.getByRole('button', { name: 'Create recurring job' });
      },
    },
  ];
}
