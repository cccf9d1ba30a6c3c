import { z } from 'zod';
import { contactOut, contactsIn } from '../base/contact/stop-contact.ts';
import {
  address,
  id,
  integer,
  optionalId,
  pageInput,
  pageOf,
  rowId,
  seenVersion,
  text,
  textOrNull,
  timestamp,
} from '../base/primitives.ts';
import { example } from '../examples.ts';
import { NAME_MAX, URL_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';

// Shops that send their orders automatically: the merchant pastes one address into the shop.

export const shopKinds = ['shopify', 'woocommerce'] as const;
export type ShopKind = (typeof shopKinds)[number];
/** As they call themselves. */
export const shopNames: Readonly<Record<ShopKind, string>> = { shopify: 'Shopify', woocommerce: 'WooCommerce' };
/** `waiting`: it could not be used, or not yet. `ignored`: there was nothing to do. */
export const noticeStates = ['used', 'waiting', 'ignored'] as const;
export type NoticeState = (typeof noticeStates)[number];
/** `due`: it is reported to the shop once the driver has the order. */
export const fulfilmentStates = ['due', 'sent', 'failed'] as const;

const SECRET_MAX = 500;
/** Kept sealed; '' and null take it away. */
const accessToken = z
  .union([z.literal('').transform(() => null), z.null(), text(message('Enter the access token'), SECRET_MAX)])
  .optional()
  .meta({
    override: { type: ['string', 'null'], maxLength: SECRET_MAX, anyOf: undefined },
    description:
      'With it the fulfilment is reported to the shop: Shopify’s Admin API access token, or WooCommerce’s `consumer key:consumer secret`. Never read again',
    example: 'shpat_0f8a1c2b0f8a1c2b',
  });
const shopUrl = z
  .union([
    z.literal('').transform(() => null),
    z.null(),
    z
      .string({ error: () => t('Enter the address of the shop') })
      .trim()
      .max(URL_MAX, { error: () => t('At most {urlMax} characters', { urlMax: URL_MAX }) })
      .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
        error: () => t('Enter an address that starts with https://'),
      }),
  ])
  .optional()
  .meta({
    override: { type: ['string', 'null'], maxLength: URL_MAX, anyOf: undefined },
    description: 'Where the fulfilment is reported to the shop',
    example: 'https://acme.myshopify.com',
  });
const kind = z
  .enum(shopKinds, { error: () => t('kind is one of {shopKinds}', { shopKinds: shopKinds.join(', ') }) })
  .meta({ example: 'shopify' });
const settings = {
  name: text(message('Enter a name'), NAME_MAX).meta({ example: 'Acme’s shop' }),
  secret: text(message('Enter the secret that the shop signs with'), SECRET_MAX).meta({
    description: 'What the shop signs its notices with. Never read again',
    example: '3a1f9c0d5e7b4821',
  }),
  pickupAddress: address(message('Pickup address is required')).meta({
    description: 'Where its orders are picked up',
    example: example.pickupAddress,
  }),
  pickupContact: contactsIn.pickupContact,
  shopUrl,
  accessToken,
};

/** Unknown fields are refused, as of everything that holds secrets. */
export const createInbound = z.strictObject({
  kind,
  customerId: optionalId.meta({
    description: 'Whose orders they are. Required, but for a key of one customer: it is that customer',
    example: 42,
  }),
  ...settings,
});
export type CreateInbound = z.infer<typeof createInbound>;
/** Partial; what is only read is ignored, so that an answer may be sent back. */
export const updateInbound = z.object({ id, ...z.object(settings).partial().shape, version: seenVersion });
export type UpdateInbound = z.infer<typeof updateInbound>;

export const inbound = z
  .object({
    id: rowId,
    kind,
    customerId: rowId,
    name: z.string().meta({ example: 'Acme’s shop' }),
    url: z.string().meta({
      description: 'What the merchant pastes into the shop',
      example: `https://delivery.example.com/api/v1/inbound/shopify/${'0f8a1c2b'.repeat(4)}`,
    }),
    pickupAddress: z.string().meta({ example: example.pickupAddress }),
    pickupContact: contactOut,
    shopUrl: textOrNull.meta({ example: 'https://acme.myshopify.com' }),
    hasAccessToken: z.boolean().meta({ description: 'The fulfilment is reported to the shop', example: true }),
    isActive: z.boolean().meta({
      description: 'false: the API key that set it up was revoked. Its notices wait until somebody saves it again',
      example: true,
    }),
    waiting: integer.meta({ description: 'Notices that wait', example: 0 }),
    lastNoticeAt: timestamp.nullable(),
    createdBy: textOrNull.meta({ example: example.staff }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowId.meta({ example: 1 }),
  })
  .meta({ id: 'Inbound' });
export type Inbound = z.infer<typeof inbound>;

export const listNotices = pageInput.extend({
  id,
  state: z
    .enum(noticeStates, { error: () => t('state is one of {noticeStates}', { noticeStates: noticeStates.join(', ') }) })
    .meta({ description: 'Only those in this state', example: 'waiting' })
    .optional(),
});
export type ListNotices = z.infer<typeof listNotices>;
export const byNotice = z.object({ id, noticeId: id.meta({ example: 301 }) });
export const notice = z
  .object({
    id: rowId,
    receivedAt: timestamp,
    topic: z.string().meta({ description: 'As the shop calls it', example: 'orders/paid' }),
    externalId: textOrNull.meta({ description: 'The shop’s number of the order', example: '#1001' }),
    state: z.enum(noticeStates).meta({ example: 'used' }),
    reason: textOrNull.meta({ description: 'Why it waits, or was ignored', example: null }),
    orderId: rowId.nullable().meta({ description: 'The order that it made or cancelled' }),
    fulfilment: z.enum(fulfilmentStates).nullable().meta({
      description: 'Whether the shop was told of tracking number and link: `due` until the driver has the order',
      example: 'sent',
    }),
    fulfilmentError: textOrNull.meta({ description: 'Why the shop was not told yet', example: null }),
  })
  .meta({ id: 'InboundNotice' });
export type Notice = z.infer<typeof notice>;
export const noticePage = pageOf(notice).meta({ id: 'InboundNoticePage' });

export const byShopToken = z.object({ token: z.string().max(100) });
export const receivedNotice = z.object({ success: z.literal(true) }).meta({ id: 'ReceivedNotice' });
