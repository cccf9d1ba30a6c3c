/**
 * Typed calls of the QuickFleet REST API. Paths, parameters, bodies and answers come from openapi.json; see
 * docs/api/quick-start.md.
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, paths };
/** The objects of the API by name: `Schemas['Order']`. */
export type Schemas = components['schemas'];
export type QuickFleet = Client<paths>;

export interface Options {
  /** Where the installation is, such as `https://courier.example.com`. */
  baseUrl: string;
  /** An API key. Leave it out for calls that need none. */
  key?: string | undefined;
  /** Another fetch, for example one that keeps cookies or goes through a proxy. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A refused call. Decide by `code`; `message` is a sentence for people. */
export class QuickFleetError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string;
  readonly issues: readonly { path: string; message: string }[];

  constructor({ message, code, status, requestId, issues = [] }: Schemas['Error']) {
    super(message);
    this.name = 'QuickFleetError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.issues = issues;
  }
}

/** The calls by method and path: `quickfleet.GET('/api/v1/quotes')`. A body with a file is sent as form data. */
export function createClient({ baseUrl, key, fetch }: Options): QuickFleet {
  return createFetchClient<paths>({
    baseUrl,
    bodySerializer: (body: unknown) => (hasFile(body) ? formData(body) : JSON.stringify(body)),
    ...(key && { headers: { authorization: `Bearer ${key}` } }),
    ...(fetch && { fetch }),
  });
}

/** The answer of a call. A refusal throws a {@link QuickFleetError}. */
export async function dataOf<T>(call: Promise<{ data?: T; error?: Schemas['Error']; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (data !== undefined) return data;
  if (error?.code) throw new QuickFleetError(error);
  throw new Error(`${response.url} answered ${response.status} without a body of the API`);
}

/** Form data of these fields: a list is repeated, an object is JSON. For a form without a file: `bodySerializer`. */
export function formData(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    for (const part of [value].flat()) {
      if (part === undefined || part === null) continue;
      if (part instanceof Blob) form.append(name, part, part instanceof File ? part.name : name);
      else form.append(name, typeof part === 'object' ? JSON.stringify(part) : String(part));
    }
  return form;
}

const hasFile = (body: unknown): boolean =>
  Object.values(body ?? {})
    .flat()
    .some((value) => value instanceof Blob);
