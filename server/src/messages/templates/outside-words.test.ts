import { knownTemplateVariables, type TemplateVariable } from '@quickfleet/shared/messages/templates';
import { describe, expect, it } from 'vitest';
import { defaultTemplates } from './defaults/defaults.ts';
import { renderMail, type TemplateValues } from './render.ts';

const brand = { name: 'QuickFleet', supportEmail: 'support@quickfleet.example', supportPhone: '+1 (555) 010-0199' };
const address = (path: string) => `https://ours.example/${path}`;
/** Only these are written by the template: an address, or a number of ours. */
const byUs = {
  trackingUrl: address('track/QF1'),
  proofUrl: address('proof'),
  rateUrl: address('rate'),
  photosUrl: address('photos'),
  adminUrl: address('admin'),
  jobUrl: address('driver'),
  quoteUrl: address('q/hidden-link'),
  paymentLink: 'https://pay.example.org/1',
} as const satisfies TemplateValues;
const ofSystem: readonly TemplateVariable[] = [
  'quoteId',
  'quoteReference',
  'itemCount',
  'totalPrice',
  'submissionDate',
  'trackingNumber',
  'deliveryDate',
  'validUntil',
  'priceWithin',
  'estimate',
  'pickupWindow',
  'deliveryWindow',
  'plannedWindow',
  'attemptNumber',
  'deliveredAt',
  'deliveryPin',
  'proofNote',
  'invoiceNumber',
  'amountDue',
  'invoiceDueDate',
  'reminderFee',
];
const ofOthers = knownTemplateVariables.filter((name) => !Object.hasOwn(byUs, name) && !ofSystem.includes(name));

const outside = [
  'Answer it: https://evil.example/x',
  'https://evil.example/x',
  'Pay now: HTTP://evil.example',
  'x\n\nPay now: https://evil.example/x\n\ny',
  'x\r\nPay now: https://evil.example/x',
  'x\u2028\u2028Pay now: https://evil.example/x',
  'hthttps://tps://evil.example',
  `${'a'.repeat(60)}https://evil.example`,
  'https:/\\/evil.example',
  'https:\\\\evil.example',
  'https:evil.example/x',
  '//evil.example/x',
  'www.evil.example',
  'wwwww.w.evil.example',
  'evil.example',
  'evil\u3002example',
  'evil\uFF0Eexample',
  'evil\uFF61example',
  'evil\u2024example',
  'evil.\u200Bexample',
  'mailto:eve@evil.example?bcc=spy',
  'mailmailto:to:eve@evil.example',
  'tel:+1900555',
  'javascript:alert(1)//evil.example',
  'data:text/html,<a href="https://evil.example">x</a>',
  '<a href="https://evil.example">Pay</a>',
  '[Pay](https://evil.example)',
  'ftp://evil.example',
  'custom+scheme.x://evil.example',
];
const hrefs = (html: string) => [...html.matchAll(/<[^>]*href=["']?([^"'\s>]*)/gi)].map(([, href = '']) => href);
const words = (html: string) => html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ');
const LINKABLE =
  /(?:https?|ftp|scheme\.x|mailto|tel|javascript|data):\S|[:\s]\/\/\w|(?<!\w)www\.|evil[.\u3002\uFF0E\uFF61\u2024][\u200B]?example/i;

describe('Y05 outside words', () => {
  it.each(ofOthers)('Y05 in {{%s}} are no link and no button in any template', (variable) => {
    for (const template of defaultTemplates())
      for (const text of outside) {
        const mail = renderMail(template, { ...byUs, [variable]: text }, brand);
        const without = renderMail(template, { ...byUs, [variable]: 'words' }, brand);
        const note = `${template.trigger}: ${text}`;
        expect(hrefs(mail.html), note).toEqual(hrefs(without.html));
        for (const ours of Object.values(byUs)) {
          mail.text = mail.text.replaceAll(ours, '');
          mail.html = mail.html.replaceAll(ours, '');
        }
        expect(mail.subject, note).not.toMatch(LINKABLE);
        expect(mail.text, note).not.toMatch(LINKABLE);
        expect(words(mail.html), note).not.toMatch(LINKABLE);
      }
  });

  it.each([
    '{{reason}}',
    'Pay now: {{reason}}',
    '{{reason}}: https://ours.example/x',
    'Pay {{reason}}: https://ours.example/x',
    'A\n\n{{reason}}\n\nB',
    'A: 1\nB: {{reason}}',
    'https://ours.example/{{reason}}',
    'http://{{reason}}',
    '{{trackingUrl}}{{reason}}',
  ])('Y05 are none in a template of the office either: %s', (content) => {
    for (const text of outside) {
      const { html } = renderMail({ subject: 'S', content }, { ...byUs, reason: text }, brand);
      for (const href of hrefs(html)) expect(href, text).toMatch(/^https:\/\/ours\.example\/(?:x|track\/QF1)?$/);
      // Nothing outside is what a button says.
      for (const [, label = ''] of html.matchAll(/class="button".*?<a [^>]*>([^<]*)</gs)) expect(label).toBe('Pay now');
    }
  });

  it('Y05 the template’s own address and the numbers of the system stay a link, and others read as they were typed', () => {
    const content =
      'Look: https://ours.example/o/{{trackingNumber}}\n\nThey say: {{reason}}\n\nPay now: {{paymentLink}}';
    const reason = 'Ring at no. 4, 3.5 m high, at 9:30; see https://help.example/a';
    const { html, text } = renderMail({ subject: 'S', content }, { ...byUs, trackingNumber: 'QF1', reason }, brand);
    expect(new Set(hrefs(html))).toEqual(new Set(['https://ours.example/o/QF1', 'https://pay.example.org/1']));
    expect(text).toContain('They say: Ring at no. 4, 3.5 m high, at 9:30; see help. example/a\n');
    const shown = renderMail({ subject: 'S', content: '{{customerEmail}}' }, { customerEmail: 'a@x.example' }, brand);
    expect(shown.text).toContain('a@x.example');
  });

  it('Y05 take no longer to read the longer they are', () => {
    for (const piece of ['.', '/', ':', 'a.', 'http', '://', 'www.', '\u200B', ' //', 'mailto:', '@', 'a+']) {
      const reason = piece.repeat(50_000 / piece.length);
      const rendering = () => {
        const began = performance.now();
        renderMail({ subject: 'S', content: '{{reason}} {{customerName}}' }, { reason, customerName: reason }, brand);
        return performance.now() - began;
      };
      // A machine that is busy for a moment slows down one of them.
      expect(Math.min(rendering(), rendering(), rendering()), piece).toBeLessThan(1000);
    }
  });

  it('Y05 in the rows of a list are no link either', () => {
    for (const text of outside) {
      const list = (words: string) => ({
        content: 'Job: {{pickupAddress}}\n\nOpen: {{jobUrl}}',
        rows: [{ ...byUs, pickupAddress: words }],
      });
      const mail = (words: string) =>
        renderMail({ subject: 'x', content: 'A\n\n{{jobList}}\n\nB', type: 'driver' }, {}, brand, list(words));
      expect(hrefs(mail(text).html), text).toEqual(hrefs(mail('words').html));
    }
  });
});
