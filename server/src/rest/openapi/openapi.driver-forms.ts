import { addItemForm, editItemForm } from '@quickfleet/shared/delivery/drivers/driver-items';
import {
  deliveryForm,
  documentedItem,
  evidenceForm,
  keptItem,
  pickupForm,
  scannedOrder,
  signatureForm,
  signedOrder,
  stopPhotosForm,
  transitForm,
} from '@quickfleet/shared/delivery/drivers/drivers';
import { order } from '@quickfleet/shared/delivery/orders/orders';
import { attemptForm, pinForm, scanForm } from '@quickfleet/shared/delivery/proof/attempts';
import {
  scannedStop,
  stopAnswer,
  stopArrival,
  stopAttempt,
  stopPhotos,
  stopPin,
  stopScan,
  stopSignature,
} from '@quickfleet/shared/delivery/stops/stops';
import { example } from '@quickfleet/shared/examples';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { binary, body, call, files, form, inPath, json } from './openapi.parts.ts';

const ofItem = (name: string) => inPath(name, 'Id of the order item', example.itemId);

const ofStop = {
  path: z.object({
    id: z.string().meta({ description: 'The `id` of `GET /driver/stops`', example: `delivery-${example.orderId}` }),
  }),
};
const ALL_OR_NONE = 'A refusal of one order changes none of them. Each reader gets one mail about all of them.';
type StopCall = [
  path: string,
  id: string,
  summary: string,
  description: string,
  body: ReturnType<typeof form>,
  answer: z.ZodType,
];
/** What is done at a door. */
const stopCalls: StopCall[] = [
  [
    'photos',
    'stopsPhotos',
    'Document several orders of a stop',
    `As \`POST /driver/orders/{id}/photos\` for each of them, with the same files. ${ALL_OR_NONE}`,
    form({ ...stopPhotos.shape, photos: files }),
    stopAnswer,
  ],
  [
    'signature',
    'stopsSignature',
    'Keep one signature for several orders of a stop',
    `As \`POST /driver/signature\` for each of them, with the same image. ${ALL_OR_NONE}`,
    form({ ...stopSignature.shape, signature: binary }),
    stopAnswer,
  ],
  [
    'attempts',
    'stopsAttempts',
    'Write down one attempt for several orders of a stop',
    `As \`POST /orders/{id}/attempts\` for each of them. \`items\` count for the orders that they are of. ${ALL_OR_NONE}`,
    form({ ...stopAttempt.shape, photos: files.optional(), signature: binary.optional() }),
    stopAnswer,
  ],
  [
    'scan',
    'stopsScan',
    'Keep the scan of a parcel at a stop',
    'As `POST /driver/scan`, for the order of the stop whose label it is. Without `code`, `parcel` needs one of `orderIds`.',
    body(stopScan, 'application/json', 'multipart/form-data'),
    scannedStop,
  ],
  [
    'arrive',
    'stopsArrive',
    'Say when you came to a stop',
    'It is in the history of each order, and the next attempt there has it as `arrivedAt`. Said again before that, it changes nothing.',
    body(stopArrival, 'application/json', 'multipart/form-data'),
    stopAnswer,
  ],
  [
    'pin',
    'stopsPin',
    'Check one PIN for several orders of a stop',
    'The PIN of any of them stands for all whose PINs were sent to the same reader. 409 WRONG_PIN counts a wrong try for each of the others, and confirms none.',
    body(stopPin, 'application/json', 'multipart/form-data'),
    stopAnswer,
  ],
];

/** What a driver’s phone sends with photos, signatures and codes. */
export const driverFormPaths = {
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
      'The customer got it by mail; the phone never has it. 409 WRONG_PIN says how many tries are left, 409 PIN_LOCKED after ten: staff create a new one.',
      { requestBody: body(pinForm, 'application/json', 'multipart/form-data'), responses: { 200: json(order) } },
    ),
  },
  '/api/driver/scan': {
    post: call(
      'driversScan',
      'drivers',
      'Keep the scan of a parcel',
      'With `code`, what the scanner read, or with `parcel`. Each parcel counts once; the same one again says `alreadyScanned`. A tracking number alone is 409 PARCEL_NUMBER_NEEDED, a parcel of another order 409 WRONG_PARCEL, one beyond the order’s parcels 409 UNKNOWN_PARCEL.',
      {
        requestBody: body(scanForm, 'application/json', 'multipart/form-data'),
        responses: { 200: json(scannedOrder) },
      },
    ),
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
  '/api/driver/evidence': {
    post: call(
      'driversHandIn',
      'drivers',
      'Keep photos or a signature that were refused',
      'They are kept with the order as evidence (`late: true`), move nothing and set no flag; the office is notified. `after` is `refused` when the order is open, else what closed it to the caller. The same bytes again are kept once. An item that is no longer part of the order does not matter.',
      {
        requestBody: form({ ...evidenceForm.shape, photos: files.optional(), signature: binary.optional() }),
        responses: { 200: json(signedOrder) },
      },
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
  '/api/v1/driver/orders/{id}/photos': {
    post: call(
      'driversStopPhotos',
      'drivers',
      'Document a whole stop',
      'Each photo is kept with every item of the order, or with those in `itemIds`, and marks them picked up or delivered as a photo of one item does, with the same rules and limits. The same bytes again are one photo. Photos that come when the order is over or no longer the caller’s are kept as late evidence (`late: true`) and set no flag.',
      {
        requestParams: inPath('id', 'Id of the order', 42),
        requestBody: form({ ...stopPhotosForm.shape, photos: files }),
        responses: { 200: json(signedOrder) },
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
  ...Object.fromEntries(
    stopCalls.map(([path, id, summary, description, requestBody, answer]) => [
      `/api/v1/driver/stops/{id}/${path}`,
      {
        post: call(id, 'drivers', summary, description, {
          requestParams: ofStop,
          requestBody,
          responses: { 200: json(answer) },
        }),
      },
    ]),
  ),
} satisfies ZodOpenApiPathsObject;
