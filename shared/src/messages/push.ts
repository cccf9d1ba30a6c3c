import { z } from 'zod';
import { PUSH_ENDPOINT_MAX } from '../limits.ts';
import { t } from '../words/t.ts';

const base64Url = (length: number) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,2}$`), { error: () => t('Must be a key as the browser gives it') });

/** The address at the browser's push service under which a phone is reached. */
const endpoint = z
  .url({ protocol: /^https?$/, error: () => t('Must be the address that the browser gives') })
  .max(PUSH_ENDPOINT_MAX, {
    error: () => t('At most {pushEndpointMax} characters', { pushEndpointMax: PUSH_ENDPOINT_MAX }),
  })
  .meta({ example: 'https://fcm.googleapis.com/fcm/send/c1KrmpTuRm4' });

/** What `PushSubscription.toJSON()` gives (W3C Push API, section 8): where to send, and whom to encrypt for. */
export const subscribePush = z
  .object({
    endpoint,
    keys: z.object({
      p256dh: base64Url(87).meta({ description: 'Public key of the phone, uncompressed P-256 point' }),
      auth: base64Url(22).meta({ description: '16 bytes of secret of this subscription' }),
    }),
  })
  .meta({
    example: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/c1KrmpTuRm4',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  });
export type SubscribePush = z.infer<typeof subscribePush>;
export const unsubscribePush = z.object({ endpoint });

export const pushKey = z.object({
  publicKey: z.string().meta({ description: 'The `applicationServerKey` of a subscription', example: 'BNbx…' }),
});

/** A push message as the service worker gets it: nothing about the customer, and no access code. */
export interface PushMessage {
  title: string;
  body: string;
  /** A later message about the same job takes the place of the one before. */
  tag: string;
}
