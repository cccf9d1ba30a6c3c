import { uploadedMany, uploadedOne } from '@quickfleet/shared/company/uploads';
import { example } from '@quickfleet/shared/examples';
import { IMPORT_ROWS_MAX } from '@quickfleet/shared/limits';
import { bankStatement, bankStatementForm } from '@quickfleet/shared/operations/bank-statements';
import { importForm, importOut } from '@quickfleet/shared/operations/imports';
import { receivedNotice } from '@quickfleet/shared/operations/inbound';
import { customer } from '@quickfleet/shared/people/customers';
import { paymentEvent, receivedEvent } from '@quickfleet/shared/quoting/payments';
import { quote } from '@quickfleet/shared/quoting/quotes';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { driverFormPaths } from './openapi.driver-forms.ts';
import { paperPaths } from './openapi.papers.ts';
import { binary, body, call, files, form, inPath, json } from './openapi.parts.ts';
import { headerRefs, noSuchPart } from './openapi.responses.ts';

// The routes that are no procedures: form data with files, files and the bare lists. openapi.test.ts fails when a route
// of the server is missing here.

const picture = Object.fromEntries(
  ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].map((type) => [type, { schema: binary }]),
);
const NEWEST = 'The newest 1,000 in one array. The paged call is named in `Link`.';

const NOTICE =
  'Signed by the shop: HMAC-SHA256 over the body as it is sent, in base64. A right signature is answered with 200 whether the notice can be used or not, and twice is once.';
const signature = z.string().meta({ example: 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' });
const shopifyHeaders = z.object({
  'x-shopify-hmac-sha256': signature,
  'x-shopify-topic': z.string().meta({ example: 'orders/paid' }),
});
const wooHeaders = z.object({
  'x-wc-webhook-signature': signature,
  'x-wc-webhook-topic': z.string().meta({ example: 'order.updated' }),
});
const shopToken = z.object({
  token: z.string().meta({ description: 'Of the address that the shop was given', example: '0f8a1c2b'.repeat(4) }),
});
const shopBody = z
  .record(z.string(), z.unknown())
  .meta({ description: 'An order as the shop’s own API reads it', example: { id: 4058476875 } });

export const formPaths = {
  '/api/v1/upload': {
    post: call(
      'uploadsStore',
      'uploads',
      'Upload one photo',
      'PNG, JPEG, GIF or WebP up to 15 MB, recognised by the bytes, not by the name. Kept upright, at most 1600 px, without place or camera data. The `url` goes into the `imageUrls` of a quote or an order; what nothing holds is removed after a day.',
      { requestBody: form({ file: binary }), responses: { 201: json(uploadedOne) } },
    ),
  },
  '/api/v1/uploads': {
    post: call(
      'uploadsStoreMany',
      'uploads',
      'Upload several photos',
      'PNG, JPEG, GIF or WebP up to 15 MB, recognised by the bytes, not by the name. Kept upright, at most 1600 px, without place or camera data. The `url` goes into the `imageUrls` of a quote or an order; what nothing holds is removed after a day.',
      { requestBody: form({ files }), responses: { 201: json(uploadedMany) } },
    ),
  },
  '/files/{key}': {
    get: call(
      'filesRead',
      'uploads',
      'Read a photo or a signature',
      'What no quote and no order holds yet is shown to its uploader and to staff only. A picture never changes, so its key is its ETag: `If-None-Match` with it is a 304. `Range` takes one part (206, or 416 when there is no such part).',
      {
        requestParams: {
          path: z.object({
            key: z
              .string()
              .regex(/^[0-9a-f]{32}\.(png|jpg|gif|webp)$/)
              .meta({ description: 'As in the `url` of an upload', example: example.photo.slice('/files/'.length) }),
          }),
          query: z.object({
            size: z.enum(['thumb']).optional().meta({
              description:
                '`thumb` for a small version, a WebP whatever the photo is; one of an older photo has its type',
            }),
          }),
        },
        responses: {
          200: { description: 'The picture', content: picture },
          206: { description: 'The part that was asked for', headers: headerRefs(['Content-Range']), content: picture },
          ...noSuchPart,
        },
      },
    ),
  },
  '/api/v1/imports': {
    post: call(
      'importsCreate',
      'imports',
      'Check a file before it goes in',
      `CSV with any delimiter and encoding, or Excel (.xlsx), at most 15 MB and ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows. Columns are matched by their heads; what \`mapping\` says is remembered. Nothing is made before \`commit\`. 400 IMPORT_UNREADABLE says why a file cannot be read.`,
      { requestBody: form({ file: binary, ...importForm.shape }), responses: { 201: json(importOut) } },
    ),
  },
  '/api/v1/bank-statements': {
    post: call(
      'bankStatementsCreate',
      'invoices',
      'Read a file of the bank',
      'camt.053, camt.054, MT940, or a table (CSV, .xlsx). Nothing is booked. The same file again is 200, and the same money in another file the same line.',
      {
        requestBody: form({ file: binary, ...bankStatementForm.shape }),
        responses: { 200: json(bankStatement), 201: json(bankStatement) },
      },
    ),
  },
  '/api/v1/imports/{id}/failed.csv': {
    get: call(
      'importsFailed',
      'imports',
      'Download the rows that stayed out',
      'As the file has them, with the reason in a last column: to be put right and sent again.',
      {
        requestParams: inPath('id', 'Id of the import', 42),
        responses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } } },
      },
    ),
  },
  '/api/quotes': {
    get: call('quotesAll', 'quotes', 'List quotes as a bare array', NEWEST, {
      responses: { 200: json(z.array(quote)) },
    }),
  },
  '/api/customers': {
    get: call('customersAll', 'customers', 'List customers as a bare array', NEWEST, {
      responses: { 200: json(z.array(customer)) },
    }),
  },
  '/api/v1/payments/events': {
    post: call(
      'paymentsReceive',
      'payments',
      'Tell of a payment',
      'For a payment provider or a shop, signed by Standard Webhooks with `PAYMENTS_WEBHOOK_SECRET`: HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, the body as it is sent. An event counts once, by its `webhook-id`. Every event that is signed is kept and answered with 200, also one that fits no quote: `code` and `message` say why, and staff decide. Unknown fields are ignored, other types are answered and not kept.',
      {
        requestParams: {
          header: z.object({
            'webhook-id': z.string().meta({ example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W' }),
            'webhook-timestamp': z.string().meta({ description: 'Seconds since 1970', example: '1772357400' }),
            'webhook-signature': z.string().meta({
              description: '`v1,` and the signature in base64; several with spaces between them',
              example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
            }),
          }),
        },
        requestBody: body(paymentEvent, 'application/json'),
        responses: { 200: json(receivedEvent) },
      },
    ),
  },
  '/api/v1/inbound/shopify/{token}': {
    post: call(
      'inboundReceiveShopify',
      'inbound',
      'Tell of an order in Shopify',
      `For Shopify itself: \`orders/paid\` and \`orders/cancelled\`. ${NOTICE}`,
      {
        requestParams: { path: shopToken, header: shopifyHeaders },
        requestBody: body(shopBody, 'application/json'),
        responses: { 200: json(receivedNotice) },
      },
    ),
  },
  '/api/v1/inbound/woocommerce/{token}': {
    post: call(
      'inboundReceiveWoocommerce',
      'inbound',
      'Tell of an order in WooCommerce',
      `For WooCommerce itself: \`order.created\`, \`order.updated\` and \`order.deleted\`. ${NOTICE}`,
      {
        requestParams: { path: shopToken, header: wooHeaders },
        requestBody: body(shopBody, 'application/json'),
        responses: { 200: json(receivedNotice) },
      },
    ),
  },
  ...paperPaths,
  ...driverFormPaths,
} satisfies ZodOpenApiPathsObject;
