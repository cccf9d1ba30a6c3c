import { type EventObject, eventObjects, eventTypes } from '@quickfleet/shared/messages/events';
import { TEST_TYPE } from '@quickfleet/shared/messages/webhooks';
import type { JsonSchema, Schemas } from './openapi.examples.ts';

// Events for programs that are made from the description: one schema for each type, so that the type says what `data` is.

/** What `data` is of each kind of object: what its own call answers. */
const dataOf: Readonly<Record<EventObject, string>> = {
  quote: 'Quote',
  order: 'Order',
  customer: 'Customer',
  claim: 'Incident',
  payment: 'PaymentEvent',
};
const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
/** `order.picked_up` is `OrderPickedUpEvent`. */
const nameOf = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;
const kindOf = (type: string): EventObject => eventObjects.find((kind) => type.startsWith(`${kind}.`)) ?? 'order';

/** The schema of one type. Only what is deleted may have no data: its person was erased. */
function schemaOf(type: string, { properties = {}, required = [] }: JsonSchema): JsonSchema {
  const kind = kindOf(type);
  const data = refTo(dataOf[kind]);
  const isDeleted = type.endsWith('.deleted');
  return {
    type: 'object',
    properties: {
      ...properties,
      type: { type: 'string', const: type },
      object: {
        type: 'object',
        properties: { type: { type: 'string', const: kind }, id: { type: 'integer' } },
        required: ['type', 'id'],
      },
      data: isDeleted
        ? { anyOf: [data, { type: 'null' }], description: 'As it was before. null: its person was erased' }
        : data,
    },
    required,
  };
}

/** `Event` as a union by `type`, and the schemas of its types. */
export function eventSchemas(schemas: Schemas): Record<string, JsonSchema> {
  const common = schemas['Event'] ?? {};
  const { description: _, ...rest } = common;
  const each = Object.fromEntries(eventTypes.map((type) => [nameOf(type), schemaOf(type, rest)]));
  const mapping = Object.fromEntries(eventTypes.map((type) => [type, `#/components/schemas/${nameOf(type)}`]));
  return {
    ...each,
    Event: {
      description:
        'What happened, by its `type`. Later releases may have further types: take one that you do not know as nothing to do.',
      oneOf: eventTypes.map((type) => refTo(nameOf(type))),
      discriminator: { propertyName: 'type', mapping },
    },
  };
}

const header = (description: string, example: string) => ({
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' },
  example,
});
/** Headers of every webhook; `components.parameters` has them. */
export const webhookHeaders = {
  WebhookId: { name: 'webhook-id', ...header('The event’s id, the same at every try', `evt_${'0f8a1c2b'.repeat(4)}`) },
  WebhookTimestamp: { name: 'webhook-timestamp', ...header('Seconds since 1970', '1772357400') },
  WebhookSignature: {
    name: 'webhook-signature',
    ...header(
      '`v1,` and the signature in base64; several with spaces between them (Standard Webhooks)',
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ),
  },
};
const signed = Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));
const answers = {
  200: { description: 'Any 2xx: arrived' },
  410: { description: 'It is switched off' },
};

/** What a webhook is sent, by the type of the event. */
export function eventWebhooks() {
  const one = (type: string, schema: JsonSchema) => ({
    post: {
      operationId: `on${nameOf(type).replace(/Event$/, '')}`,
      tags: ['webhooks'],
      summary: `Sent for ${type}`,
      security: [{}],
      parameters: signed,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: answers,
    },
  });
  const test: JsonSchema = {
    type: 'object',
    properties: { type: { type: 'string', const: TEST_TYPE }, id: { type: 'string' } },
    required: ['type', 'id'],
  };
  return {
    ...Object.fromEntries(eventTypes.map((type) => [type, one(type, refTo(nameOf(type)))])),
    [TEST_TYPE]: one(TEST_TYPE, test),
  };
}

const isOfEvents = (words: readonly unknown[]): boolean => words.includes('order.picked_up');
/** A list that later releases make longer: its known values, and any other word. */
const openList = (words: unknown[]): Pick<JsonSchema, 'anyOf'> => ({
  anyOf: [{ type: 'string', enum: words }, { type: 'string' }],
});

/**
 * Opens what an answer may say: further fields, further types of event, further error codes. A program that is made from
 * the description still works when they come.
 */
export function openAnswer(schema: JsonSchema, isCode = false): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.enum && (isCode || isOfEvents(schema.enum))) {
    Object.assign(schema, openList(schema.enum));
    delete schema.enum;
    delete schema.type;
    return;
  }
  for (const part of Object.values(schema.properties ?? {})) openAnswer(part);
  for (const part of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) openAnswer(part);
  if (typeof schema.additionalProperties === 'object') openAnswer(schema.additionalProperties);
}

/** The names of the schemas that these lead to. */
export function reachedFrom(parts: readonly unknown[], schemas: Schemas): Set<string> {
  const reached = new Set<string>();
  const look = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      look(schemas[name]);
    }
  };
  for (const part of parts) look(part);
  return reached;
}
