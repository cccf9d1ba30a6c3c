// One mail to a reader about all orders of a call, in place of one for each.
import type { EntityManager } from '@mikro-orm/postgresql';
import type { TemplateTrigger } from '@quickfleet/shared/messages/templates';
import type { Language } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';
import { otherOrderOfList } from '../templates/defaults/defaults.orders.ts';
import { contentIn } from '../templates/defaults/defaults.parts.ts';
import type { MailList, TemplateValues } from '../templates/render.ts';
import type { MailAttachment, MailedReport } from './email.entity.ts';

export interface MailRequest {
  trigger: TemplateTrigger;
  /** null for a customer without an address. */
  to: string | null;
  values: TemplateValues;
  quoteId?: number;
  orderId?: number;
  /** Of a mail about a recurring job, for the history. */
  recurringId?: number;
  /** Of a mail about several orders. */
  orderIds?: number[];
  /** What the mail says last where its template does not name the variable in it. */
  closing?: readonly string[];
  /** Of a mail with an invoice. */
  invoiceId?: number;
  /** Of a mail with a report. */
  report?: MailedReport;
  /** A file that is made when the mail is sent. */
  attachment?: MailAttachment;
  /** Sealed; takes the place of `CODE_MARK` or `PIN_MARK` when the mail is sent. Of several orders: `sealCodes`. */
  codeSealed?: string;
  /** What its one line `{{jobList}}` or `{{orderList}}` is: these lines for each of the rows. */
  list?: MailList;
  /** Its reader has switched this step off: it is written and not sent. */
  isSwitchedOff?: boolean;
}

interface Shared {
  request: MailRequest;
  language: Language;
}
interface Sharing {
  mails: Shared[];
  /** Text messages that somebody has: a number gets one of each kind. */
  texts: Set<string>;
}
const sharing = new WeakMap<EntityManager, Sharing>();

/** From here on the mails of this transaction wait for `takeShared`. */
export const beginSharing = (em: EntityManager): unknown => sharing.set(em, { mails: [], texts: new Set() });

/** Whether a mail waits for the others of its call. One with a PIN or a code is alone. */
export function isShared(em: EntityManager, request: MailRequest): boolean {
  const present = sharing.get(em);
  if (!present || request.to === null || request.codeSealed || request.orderId === undefined) return false;
  present.mails.push({ request, language: language() });
  return true;
}

/** Whether this number has a text message of this kind in the same call. */
export function isTexted(em: EntityManager, trigger: string, to: string): boolean {
  const present = sharing.get(em);
  const text = `${trigger} ${to}`;
  return present !== undefined && (present.texts.has(text) || !present.texts.add(text));
}

/** Named in the subject. */
const NAMED_MAX = 3;
const numbersOf = (all: readonly Shared[]): string => {
  const numbers = all.map(({ request }) => request.values['trackingNumber']);
  const more = numbers.length - NAMED_MAX;
  return numbers.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` +${more}` : '');
};

function joined(all: readonly Shared[]): Shared {
  const [first, ...others] = all;
  if (!first) throw new Error('nothing was shared');
  if (others.length === 0) return first;
  const { values } = first.request;
  const itemCount = String(all.reduce((sum, { request }) => sum + Number(request.values['itemCount'] ?? 0), 0));
  const isSaid = (row: TemplateValues) => row['whatHappened'] === values['whatHappened'];
  const rows = others.map(({ request }) =>
    isSaid(request.values) ? { ...request.values, whatHappened: '' } : request.values,
  );
  return {
    ...first,
    request: {
      ...first.request,
      orderIds: all.flatMap(({ request }) => request.orderId ?? []),
      values: { ...values, trackingNumber: numbersOf(all), itemCount },
      closing: [...(first.request.closing ?? []), '{{orderList}}'],
      list: { content: contentIn(otherOrderOfList), rows },
    },
  };
}

/** What waited, one mail for each reader and step, and no longer waits. */
export function takeShared(em: EntityManager): Shared[] {
  const { mails } = sharing.get(em) ?? { mails: [] };
  sharing.delete(em);
  const groups = Map.groupBy(mails, ({ request }) => `${request.trigger} ${request.to?.toLowerCase()}`);
  return [...groups.values()].map(joined);
}
