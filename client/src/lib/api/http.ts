import { language, t } from '@quickfleet/shared/words/t';

// Calls that are not tRPC: form data with upload progress, and plain REST calls.

/** A failed call; `message` is a sentence and can be shown as it is. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;

  constructor(message: string, status: number, code: string, body: unknown) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

export const NETWORK_MESSAGE = t('No connection to the server. Check your network and try again.');

export interface SendOptions<T> {
  /** Turns the JSON answer into what the caller works with, usually `schema.parse`. */
  parse: (json: unknown) => T;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** After this long without an answer the call has failed as it does without a network. */
  timeoutMs?: number;
  /** Sent part of the upload, 0 to 1. */
  onProgress?: (part: number) => void;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textField = (body: unknown, name: 'error' | 'message' | 'code'): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** What the server says about a failure: the body's error, else its message. */
export const sentenceOf = (body: unknown): string | undefined => textField(body, 'error') ?? textField(body, 'message');

/** M01: the body's error, else its message, else the raw text, else `HTTP {status}`. */
export function failureOf(status: number, text: string): HttpError {
  const body = parseJson(text);
  const message = sentenceOf(body) ?? (text.trim() || `HTTP ${status}`);
  return new HttpError(message, status, textField(body, 'code') ?? 'UNKNOWN', body ?? text);
}

/** What an answer says, or why it says nothing; throws what `parse` throws, and an `HttpError` for a refusal. */
export function parseAnswer<T>(status: number, text: string, parse: (json: unknown) => T): T {
  if (status < 200 || status >= 300) throw failureOf(status, text);
  return parse(parseJson(text));
}

/** A refusal is read in the language of the page, whatever the browser's own is. */
export const inThisLanguage = () => ({ 'accept-language': language() });

function send<T>(
  url: string,
  body: FormData | string | null,
  { parse, method = 'POST', headers = {}, signal, timeoutMs = 0, onProgress }: SendOptions<T>,
): Promise<T> {
  // XMLHttpRequest and not fetch: only it reports how much of an upload has left.
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = timeoutMs;
    request.setRequestHeader('accept', 'application/json');
    if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json');
    for (const [name, value] of Object.entries({ ...inThisLanguage(), ...headers }))
      request.setRequestHeader(name, value);

    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    request.onerror = () => reject(new HttpError(NETWORK_MESSAGE, 0, 'NETWORK', null));
    request.ontimeout = request.onerror;
    request.onload = () => {
      try {
        resolve(parseAnswer(request.status, request.responseText, parse));
      } catch (error) {
        reject(error);
      }
    };
    request.send(body);
  });
}

/** Multipart; the browser writes the boundary, so no content type is set here. */
export const sendForm = <T>(url: string, form: FormData, options: SendOptions<T>): Promise<T> =>
  send(url, form, options);
/** JSON; pass null for a call without a body. */
export const sendJson = <T>(url: string, body: unknown, options: SendOptions<T>): Promise<T> =>
  send(url, body === null ? null : JSON.stringify(body), options);
