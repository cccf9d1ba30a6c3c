import { customer } from '@quickfleet/shared/customers';
import { lateAnswer, lateReasons } from '@quickfleet/shared/late-evidence';
import { order, orderItem } from '@quickfleet/shared/orders';
import { quote } from '@quickfleet/shared/quotes';
import { uploadedMany, uploadedOne } from '@quickfleet/shared/uploads';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';

// The routes that are no procedures, described by hand: form data (uploads.routes.ts, drivers.routes.ts), files and the
// bare lists. openapi.test.ts fails when a route of the server is missing here.

type Schema = Record<string, unknown>;
const binary: Schema = { type: 'string', format: 'binary' };
const files: Schema = { type: 'array', items: binary, maxItems: 10 };
const takenAt: Schema = { type: 'string', format: 'date-time', examples: ['2026-03-01T09:30:00Z'] };
const signerName: Schema = { type: 'string', maxLength: 200 };
const flag: Schema = { type: 'boolean' };
const number: Schema = { type: 'integer', minimum: 1, maximum: 2147483647 };
const quantity: Schema = { type: 'integer', minimum: 1, maximum: 100000, default: 1 };
const name: Schema = { type: 'string', minLength: 1, maxLength: 200 };
const description: Schema = { type: 'string', maxLength: 2000 };

const inPath = (parameter: string, text: string) => [
  {
    name: parameter,
    in: 'path' as const,
    required: true,
    description: text,
    schema: { ...number, type: 'integer' as const },
  },
];
const object = (properties: Record<string, Schema>, required: string[] = []) => ({
  type: 'object' as const,
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const form = (properties: Record<string, Schema>, required: string[] = []) => ({
  required: true,
  content: { 'multipart/form-data': { schema: object(properties, required) } },
});
const formOrJson = (properties: Record<string, Schema>, required: string[] = []) => ({
  required: true,
  content: {
    'application/json': { schema: object(properties, required) },
    'multipart/form-data': { schema: object(properties, required) },
  },
});
const json = (schema: z.ZodType, text = 'Success') => ({
  description: text,
  content: { 'application/json': { schema } },
});
const call = <T extends object>(operationId: string, tag: string, summary: string, more: T) => ({
  operationId,
  tags: [tag],
  summary,
  ...more,
});

/** An item as the driver's calls answer it: with the order it belongs to. */
export const documentedItem = orderItem.extend({ order }).meta({ id: 'DocumentedItem' });
/** Evidence that came late: the usual body with these two, or the short one for whoever may not read the order now. */
const late = { late: z.literal(true).optional(), after: z.enum(lateReasons).optional() };
const keptItem = z.union([documentedItem.extend(late).meta({ id: 'KeptItem' }), lateAnswer]);
const signedOrder = z.union([order.extend(late).meta({ id: 'SignedOrder' }), lateAnswer]);

const proof = (operationId: string, summary: string, flagName: string, imagesName: string) => ({
  post: call(operationId, 'drivers', summary, {
    parameters: inPath('id', 'Id of the order item'),
    requestBody: form({ [flagName]: flag, customerName: signerName, takenAt, [imagesName]: files }),
    responses: { 200: json(keptItem) },
  }),
});

export const formPaths = {
  '/api/v1/upload': {
    post: call('uploadsStore', 'uploads', 'Upload one photo', {
      requestBody: form({ file: binary }, ['file']),
      responses: { 201: json(uploadedOne) },
    }),
  },
  '/api/v1/uploads': {
    post: call('uploadsStoreMany', 'uploads', 'Upload several photos', {
      requestBody: form({ files }, ['files']),
      responses: { 201: json(uploadedMany) },
    }),
  },
  '/files/{key}': {
    get: call('filesRead', 'uploads', 'Read a photo or a signature', {
      parameters: [
        {
          name: 'key',
          in: 'path' as const,
          required: true,
          description: 'As in the `url` of an upload',
          schema: { type: 'string' as const, pattern: '^[0-9a-f]{32}\\.(png|jpg|gif|webp)$' },
        },
        {
          name: 'size',
          in: 'query' as const,
          description: '`thumb` for a small version',
          schema: { type: 'string' as const, enum: ['thumb'] },
        },
      ],
      responses: {
        200: {
          description: 'The picture',
          content: Object.fromEntries(
            ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].map((type) => [type, { schema: binary }]),
          ),
        },
      },
    }),
  },
  '/api/quotes': {
    get: call('quotesAll', 'quotes', 'List quotes as a bare array', { responses: { 200: json(z.array(quote)) } }),
  },
  '/api/customers': {
    get: call('customersAll', 'customers', 'List customers as a bare array', {
      responses: { 200: json(z.array(customer)) },
    }),
  },
  '/api/v1/customers/{id}/personal-data.zip': {
    get: call('customersExport', 'customers', 'Download everything that is kept about a customer', {
      description: 'JSON files and the pictures in one ZIP file. The download is noted in the history of the customer.',
      parameters: inPath('id', 'Id of the customer'),
      responses: { 200: { description: 'The ZIP file', content: { 'application/zip': { schema: binary } } } },
    }),
  },
  '/api/driver/signature': {
    post: call('driversCaptureSignature', 'drivers', 'Keep a signature and move the order', {
      requestBody: form(
        {
          signature: binary,
          customerName: signerName,
          quoteId: number,
          orderId: number,
          kind: { type: 'string', enum: ['pickup', 'delivery'] },
          signer: { type: 'string', enum: ['customer', 'driver'], default: 'customer' },
          takenAt,
        },
        ['signature'],
      ),
      responses: { 200: json(signedOrder) },
    }),
  },
  '/api/driver/pickup/{id}': proof('driversPickup', 'Document the pickup of an item', 'isPickedUp', 'pickupImages'),
  '/api/driver/transit/{id}': proof('driversTransit', 'Mark an item in transit', 'isInTransit', 'transitImages'),
  '/api/driver/delivery/{id}': proof(
    'driversDelivery',
    'Document the delivery of an item',
    'isDelivered',
    'deliveryImages',
  ),
  '/api/v1/driver/order/{orderId}/items': {
    post: call('driversAddItem', 'drivers', 'Add an item to an opened order', {
      parameters: inPath('orderId', 'Id of the order'),
      requestBody: formOrJson({ name, description, quantity }, ['name']),
      responses: { 201: json(documentedItem) },
    }),
  },
  '/api/v1/driver/items/{itemId}': {
    put: call('driversEditItem', 'drivers', 'Change an item', {
      parameters: inPath('itemId', 'Id of the order item'),
      requestBody: form({
        name,
        description,
        quantity: { type: 'integer', minimum: 1, maximum: 100000 },
        removeImageUrls: { type: 'string', examples: ['["/files/0123456789abcdef0123456789abcdef.jpg"]'] },
        images: files,
      }),
      responses: { 200: json(documentedItem) },
    }),
  },
} satisfies ZodOpenApiPathsObject;
