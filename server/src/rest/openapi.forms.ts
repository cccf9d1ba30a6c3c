import { attemptForm, pinForm, scanForm } from '@quickfleet/shared/attempts';
import { customer } from '@quickfleet/shared/customers';
import {
  addItemForm,
  deliveryForm,
  editItemForm,
  pickupForm,
  signatureForm,
  transitForm,
} from '@quickfleet/shared/drivers';
import { keyDocument, proofQuery, proofsQuery } from '@quickfleet/shared/evidence';
import { example } from '@quickfleet/shared/examples';
import { lateAnswer, lateFields } from '@quickfleet/shared/late-evidence';
import { LABELS_MAX, PROOFS_MAX } from '@quickfleet/shared/limits';
import { order, orderItem } from '@quickfleet/shared/orders';
import { labelQuery, labelsQuery, runSheetQuery, statementQuery } from '@quickfleet/shared/papers';
import { paymentEvent, receivedEvent } from '@quickfleet/shared/payments';
import { id, photoUrls } from '@quickfleet/shared/primitives';
import { byToken } from '@quickfleet/shared/quote-page';
import { quote } from '@quickfleet/shared/quotes';
import { uploadedMany, uploadedOne } from '@quickfleet/shared/uploads';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';

// The routes that are no procedures: form data with files (uploads.routes.ts, drivers.routes.ts), files and the bare
// lists. openapi.test.ts fails when a route of the server is missing here.

const binary = z.unknown().meta({ override: { type: 'string', format: 'binary' } });
const files = z.array(binary).max(10);

const inPath = (name: string, description: string, itself: number) => ({
  path: z.object({ [name]: id.meta({ description, example: itself }) }),
});
const ofItem = (name: string) => inPath(name, 'Id of the order item', example.itemId);
const body = (schema: z.ZodType, ...types: ('application/json' | 'multipart/form-data')[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});
const form = (fields: z.ZodRawShape) => body(z.object(fields), 'multipart/form-data');
const json = (schema: z.ZodType) => ({ description: 'Success', content: { 'application/json': { schema } } });
const call = <T extends object>(operationId: string, tag: string, summary: string, description: string, more: T) => ({
  operationId,
  tags: [tag],
  summary,
  ...(description ? { description } : {}),
  ...more,
});

/** An item as the driver's calls answer it: with the order it belongs to. */
export const documentedItem = orderItem
  .extend({ isPickedUp: z.boolean().meta({ example: true }), pickupImageUrls: photoUrls, order })
  .meta({ id: 'DocumentedItem' });
/** Evidence that came late: the usual body with what says so, or the short one for whoever may not read the order now. */
const keptItem = z.union([documentedItem.extend(lateFields).meta({ id: 'KeptItem' }), lateAnswer]);
const signedOrder = z.union([order.extend(lateFields).meta({ id: 'SignedOrder' }), lateAnswer]);

const zip = { 200: { description: 'The ZIP file', content: { 'application/zip': { schema: binary } } } };
const pdf = {
  200: { description: 'The PDF file', content: { 'application/pdf': { schema: binary } } },
};

const PAPER =
  'With the company’s address, lines and taxes. The first time gives it a number like `Q-2026-0042`, which it keeps; 409 QUOTE_NOT_PRICED before it has a price.';
const STATEMENT =
  'Of one month: orders on account that were not cancelled, by the day they were made, and quotes on account that were accepted and are no orders yet.';
const RECEIPT =
  'With what was paid and when. The first time gives it a number like `R-2026-0042`; 409 QUOTE_NOT_PAID until nothing is open.';

const NEWEST = 'The newest 1,000 in one array. The paged call is named in `Link`.';

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
          query: z.object({ size: z.enum(['thumb']).optional().meta({ description: '`thumb` for a small version' }) }),
        },
        responses: {
          200: {
            description: 'The picture',
            content: Object.fromEntries(
              ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].map((type) => [type, { schema: binary }]),
            ),
          },
        },
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
  '/api/v1/customers/{id}/personal-data.zip': {
    get: call(
      'customersExport',
      'customers',
      'Download everything that is kept about a customer',
      'JSON files and the pictures in one ZIP file. The download is noted in the history of the customer.',
      {
        requestParams: inPath('id', 'Id of the customer', example.customerId),
        responses: { 200: { description: 'The ZIP file', content: { 'application/zip': { schema: binary } } } },
      },
    ),
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
  '/api/v1/customers/{id}/statement.pdf': {
    get: call('customersStatement', 'customers', 'Print the statement of a customer on account', STATEMENT, {
      requestParams: { ...inPath('id', 'Id of the customer', example.customerId), query: statementQuery },
      responses: pdf,
    }),
  },
  '/api/v1/customers/{id}/statement.csv': {
    get: call('customersStatementTable', 'customers', 'Export the statement of a customer on account', STATEMENT, {
      requestParams: { ...inPath('id', 'Id of the customer', example.customerId), query: statementQuery },
      responses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } } },
    }),
  },
  '/api/v1/quotes/{id}/quote.pdf': {
    get: call('quotesPaper', 'quotes', 'Print a quote', PAPER, {
      requestParams: inPath('id', 'Id of the quote', 42),
      responses: pdf,
    }),
  },
  '/api/v1/quotes/{id}/receipt.pdf': {
    get: call('quotesReceipt', 'quotes', 'Print the receipt of a paid quote', RECEIPT, {
      requestParams: inPath('id', 'Id of the quote', 42),
      responses: pdf,
    }),
  },
  '/api/v1/q/{token}/quote.pdf': {
    get: call('quotePagePaper', 'quote page', 'Print a quote by its customer’s link', PAPER, {
      requestParams: { path: byToken },
      responses: pdf,
    }),
  },
  '/api/v1/q/{token}/receipt.pdf': {
    get: call('quotePageReceipt', 'quote page', 'Print a receipt by the customer’s link', RECEIPT, {
      requestParams: { path: byToken },
      responses: pdf,
    }),
  },
  '/api/v1/orders/{id}/label.pdf': {
    get: call(
      'ordersLabel',
      'orders',
      'Print the labels of an order',
      'A page for each parcel, with the receiver, the window, a QR code of the tracking page and the tracking number as Code 128. A label of a cancelled or delivered order says so in large letters. A driver prints those of their own orders.',
      {
        requestParams: { ...inPath('id', 'Id of the order', 42), query: labelQuery },
        responses: pdf,
      },
    ),
  },
  '/api/v1/orders/labels.pdf': {
    get: call(
      'ordersLabels',
      'orders',
      'Print the labels of several orders',
      `In the order of the ids, a page for each parcel; at most ${LABELS_MAX} pages. 404 names the first id that is no order.`,
      { requestParams: { query: labelsQuery }, responses: pdf },
    ),
  },
  '/api/v1/orders/{id}/proof.pdf': {
    get: call(
      'evidenceProof',
      'evidence',
      'Print the proof of an order',
      'The order, its attempts, the photos of each item at request, pickup and delivery side by side, signatures, times and history. The link in a mail carries a `token` that opens it for 30 days. A driver prints those of their own orders.',
      { requestParams: { ...inPath('id', 'Id of the order', 42), query: proofQuery }, responses: pdf },
    ),
  },
  '/api/v1/orders/{id}/evidence.zip': {
    get: call(
      'evidencePack',
      'evidence',
      'Download the evidence of an order',
      'The proof, every photo and signature as it is stored, the linked history and a manifest that is signed with the key of the company. The page `/verify` checks it.',
      { requestParams: inPath('id', 'Id of the order', 42), responses: zip },
    ),
  },
  '/api/v1/orders/proofs.zip': {
    get: call(
      'evidenceProofs',
      'evidence',
      'Download the proofs of several orders',
      `A PDF file for each order and a table of them (CSV); at most ${PROOFS_MAX} orders. 404 names the first id that is no order.`,
      { requestParams: { query: proofsQuery }, responses: zip },
    ),
  },
  '/.well-known/quickfleet-keys.json': {
    get: call(
      'evidenceKeys',
      'evidence',
      'Read the public keys of the company',
      'Ed25519 keys under which evidence was signed, newest first; a retired one stays.',
      { responses: { 200: json(keyDocument) } },
    ),
  },
  '/api/v1/drivers/{id}/run-sheet.pdf': {
    get: call(
      'driversRunSheet',
      'drivers',
      'Print the run sheet of a driver',
      'A4: what the driver is to pick up and to deliver on that day, in planned order, with room for a signature. A driver prints their own.',
      {
        requestParams: { ...inPath('id', 'Id of the driver', example.driverId), query: runSheetQuery },
        responses: pdf,
      },
    ),
  },
  '/api/v1/orders/{id}/attempts': {
    post: call(
      'attemptsCreate',
      'attempts',
      'Write down an attempt at a stop',
      '`done` moves the order where its rules of proof allow that without a signature, or with the one it brings (409 PROOF_MISSING names what is missing); `failed` and `partial` leave its status, set its `outcome` and wait for `POST /orders/{id}/resolution`. One that comes when the order is over or no longer the caller’s is kept as late (`late: true`) and moves nothing. JSON is taken too.',
      {
        requestParams: inPath('id', 'Id of the order', 42),
        requestBody: form({ ...attemptForm.shape, photos: files.optional(), signature: binary.optional() }),
        responses: { 201: json(signedOrder) },
      },
    ),
  },
  '/api/driver/pin': {
    post: call(
      'driversPin',
      'drivers',
      'Check the PIN of a handover',
      'The customer was told it by mail; the phone never has it. 409 WRONG_PIN says how many tries are left, 409 PIN_LOCKED after ten: staff make a new one.',
      { requestBody: body(pinForm, 'application/json', 'multipart/form-data'), responses: { 200: json(order) } },
    ),
  },
  '/api/driver/scan': {
    post: call('driversScan', 'drivers', 'Keep the scan of a parcel', '', {
      requestBody: body(scanForm, 'application/json', 'multipart/form-data'),
      responses: { 200: json(order) },
    }),
  },
  '/api/driver/signature': {
    post: call(
      'driversCaptureSignature',
      'drivers',
      'Keep a signature and move the order',
      'The order’s status says which signature it is: before pickup it marks every item picked up, in transit it delivers the order. With `kind` a late repeat can never deliver (409). The same image again gets the same answer. One that comes when the order is over or no longer the caller’s is kept as late evidence (`late: true`) and moves nothing.',
      { requestBody: form({ signature: binary, ...signatureForm.shape }), responses: { 200: json(signedOrder) } },
    ),
  },
  '/api/driver/pickup/{id}': {
    post: call(
      'driversPickup',
      'drivers',
      'Document the pickup of an item',
      'Photos mark the item picked up; `isPickedUp=false` takes that back until the order moves on. At most 20 photos of each step; the same bytes again are one photo. Photos that come when the order is over or no longer the caller’s are kept as late evidence (`late: true`) and set no flag.',
      {
        requestParams: ofItem('id'),
        requestBody: form({ ...pickupForm.shape, pickupImages: files.optional() }),
        responses: { 200: json(keptItem) },
      },
    ),
  },
  '/api/driver/transit/{id}': {
    post: call(
      'driversTransit',
      'drivers',
      'Mark an item in transit',
      'The last item moves a picked-up order to in_transit. Late photos as with the pickup.',
      {
        requestParams: ofItem('id'),
        requestBody: form({ ...transitForm.shape, transitImages: files.optional() }),
        responses: { 200: json(keptItem) },
      },
    ),
  },
  '/api/driver/delivery/{id}': {
    post: call(
      'driversDelivery',
      'drivers',
      'Document the delivery of an item',
      'Photos mark this item delivered, never the order: the delivery signature does that. 409 ITEM_NOT_PICKED_UP before the item is picked up. Late photos as with the pickup.',
      {
        requestParams: ofItem('id'),
        requestBody: form({ ...deliveryForm.shape, deliveryImages: files.optional() }),
        responses: { 200: json(keptItem) },
      },
    ),
  },
  '/api/v1/driver/order/{orderId}/items': {
    post: call('driversAddItem', 'drivers', 'Add an item to an opened order', '', {
      requestParams: inPath('orderId', 'Id of the order', 42),
      requestBody: body(addItemForm, 'application/json', 'multipart/form-data'),
      responses: { 201: json(documentedItem) },
    }),
  },
  '/api/v1/driver/items/{itemId}': {
    put: call('driversEditItem', 'drivers', 'Change an item', '', {
      requestParams: ofItem('itemId'),
      requestBody: form({ ...editItemForm.shape, images: files.optional() }),
      responses: { 200: json(documentedItem) },
    }),
  },
} satisfies ZodOpenApiPathsObject;
