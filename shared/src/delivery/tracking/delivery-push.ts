import { subscribePush, unsubscribePush } from '../../messages/push.ts';
import { byDeliveryToken } from './delivery-token.ts';

/** POST /t/{token}/push */
export const startDeliveryPush = byDeliveryToken.extend(subscribePush.shape).meta(subscribePush.meta() ?? {});
/** DELETE /t/{token}/push */
export const stopDeliveryPush = byDeliveryToken.extend(unsubscribePush.shape);
