import { merchantObjects } from '@quickfleet/shared/messages/events';
import { merchantActions, type Permission, permissions } from '@quickfleet/shared/permissions';
import { reachedFrom } from './openapi.events.ts';
import { type ApiDocument, actionOf, methods, type PathItem } from './openapi.ts';

/** For whom a part of the description is: everybody without a key, a key of one customer, a key of the company. */
export const audiences = ['public', 'merchant', 'company'] as const;
export type Audience = (typeof audiences)[number];

const rows: Readonly<Record<string, Permission>> = permissions;
const mayCall: Readonly<Record<Audience, (action: string) => boolean>> = {
  public: (action) => rows[action]?.anonymous !== 'no',
  merchant: (action) => merchantActions.some((one) => one === action),
  company: (action) => (rows[action]?.key ?? null) !== null,
};
const hears: Readonly<Record<Audience, (type: string) => boolean>> = {
  public: () => false,
  merchant: (type) => type === 'webhook.test' || merchantObjects.some((kind) => type.startsWith(`${kind}.`)),
  company: () => true,
};
const titles: Readonly<Record<Audience, string>> = {
  public: 'without a key',
  merchant: 'for a key of one customer',
  company: 'for a key of the company',
};
const only = <T>(all: Readonly<Record<string, T>>, wants: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => wants(name)));

/** The calls that this audience may make, with what they refer to, as a separate document. */
export function documentFor(document: ApiDocument, audience: Audience): ApiDocument {
  const paths: Record<string, PathItem> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const kept = methods.flatMap((method) => {
      const operation = item[method];
      return operation && mayCall[audience](actionOf(operation.operationId)) ? [[method, operation] as const] : [];
    });
    if (kept.length > 0) paths[path] = Object.fromEntries(kept);
  }
  const webhooks = Object.fromEntries(Object.entries(document.webhooks).filter(([type]) => hears[audience](type)));
  const { components } = document;
  const reached = reachedFrom([paths, webhooks, components.responses], components.schemas);
  const text = JSON.stringify([paths, webhooks, components.responses]);
  const isNamed = (section: string) => (name: string) => text.includes(`"#/components/${section}/${name}"`);
  const used = new Set(Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method]?.tags ?? [])));
  if (Object.keys(webhooks).length > 0) used.add('webhooks');
  return {
    ...document,
    info: { ...document.info, title: `${document.info.title} ${titles[audience]}` },
    tags: document.tags.filter(({ name }) => used.has(name)),
    paths,
    webhooks,
    components: {
      ...components,
      schemas: only(components.schemas, (name) => reached.has(name)),
      parameters: only(components.parameters, isNamed('parameters')),
      headers: only(components.headers, isNamed('headers')),
      securitySchemes: only(components.securitySchemes, (name) => text.includes(`{"${name}":[`)),
    },
  };
}
