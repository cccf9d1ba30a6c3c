import type { ErrorCode } from '@quickfleet/shared/error-codes';
import {
  paymentEvent,
  paymentEventHead,
  paymentEventTypes,
  type ReceivedEvent,
  receivedEvent,
} from '@quickfleet/shared/quoting/payments';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInTransaction } from '../../db/transaction.ts';
import { requireUtf8 } from '../../http/bodies/utf8.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { RequestContext } from '../../http/context.ts';
import { badRequest, DomainError, unauthorized } from '../../http/errors.ts';
import { findSignatureFault, parseWebhookSecrets, type SignatureFault } from '../../security/webhook-signature.ts';
import { type OtherMoney, receiveEvent } from './payments.service.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

const EVENT_BYTES_MAX = 256 * 1024;
const refusals: Record<SignatureFault, [code: ErrorCode, sentence: Message]> = {
  missing: [
    'SIGNATURE_REQUIRED',
    message('The event has no webhook-id, webhook-timestamp and webhook-signature that can be read'),
  ],
  wrong: ['WRONG_SIGNATURE', message('The signature does not fit this event')],
  late: [
    'SIGNATURE_TOO_OLD',
    message('The signature is more than five minutes old, or from the future; check both clocks'),
  ],
};

function parseJson(body: Buffer): unknown {
  requireUtf8(body);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('INVALID_JSON', t('The request body is not valid JSON'));
  }
}

const IGNORED: ReceivedEvent = {
  success: true,
  id: null,
  state: 'ignored',
  code: null,
  message: `Only events of the types ${paymentEventTypes.join(' and ')} are kept`,
};

/** Checks the signature over the bytes as they came, then keeps the event (decision 038). */
async function receive(ctx: RequestContext, request: FastifyRequest, others: OtherMoney): Promise<ReceivedEvent> {
  const grant = authorize(ctx, 'payments.receive');
  const { config } = ctx.services;
  const keys = config.PAYMENTS_WEBHOOK_SECRET ? parseWebhookSecrets(config.PAYMENTS_WEBHOOK_SECRET) : undefined;
  if (!keys)
    throw new DomainError(
      'NOT_FOUND',
      'PAYMENTS_NOT_SET_UP',
      t('Payment events are not set up here: PAYMENTS_WEBHOOK_SECRET is missing'),
    );
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const fault = findSignatureFault(keys, request.headers, body, ctx.services.clock());
  if (fault) {
    const [code, sentence] = refusals[fault];
    throw unauthorized(code, t(sentence));
  }
  const parsed = parseJson(body);
  const { type } = paymentEventHead.parse(parsed);
  if (!paymentEventTypes.some((known) => known === type)) return IGNORED;
  const event = paymentEvent.parse(parsed);
  const eventId = String(request.headers['webhook-id']);
  // The provider is not a signed-in user: the system makes the changes.
  const system: RequestContext = { ...ctx, caller: { grants: [], visitor: 'system', isSystem: true } };
  return runInTransaction(system, 'payments.receive', event, (em) =>
    receiveEvent({ ...system, em, grant }, eventId, event, others),
  );
}

/** POST /payments/events, outside the procedures because the signature is over the bytes of the body. */
export function registerPaymentRoutes(app: FastifyInstance, getContext: GetContext, others: OtherMoney): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/payments/events', { config: { output: receivedEvent } }, async (request, reply) =>
      receive(await getContext(request, reply), request, others),
    );
  });
}
