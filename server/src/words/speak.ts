// In which language a request is answered and a mail is written.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setCompanyZone } from '@quickfleet/shared/base/time/company-zone';
import { type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { isLanguage, type Language, languages, staffLanguages } from '@quickfleet/shared/words/languages';
import { setWords } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Services } from '../http/context.ts';
import { readLanguage } from './catalogues.ts';

/** What a reader chose on the page's foot, or staff in their account. */
export const LANGUAGE_COOKIE = 'language';

const spoken = new AsyncLocalStorage<Language>();
const placed = new AsyncLocalStorage<Services['config']>();
setCompanyZone(() => placed.getStore()?.BUSINESS_TIMEZONE);
/** A stored time in the reader's words, on the company's clocks; undefined outside a request. */
export const windowOnTheClocks = (window: Window): string | undefined => {
  const config = placed.getStore();
  return config && windowInWords(window, config.BUSINESS_TIMEZONE, config.hourCycle);
};
/** What jobs speak, which answer nobody. */
let ownLanguage = (): Language => 'en';
const known = new Map<Language, ReadonlyMap<string, string>>();
function messagesOf(language: Language): ReadonlyMap<string, string> {
  const messages = known.get(language) ?? readLanguage(language);
  known.set(language, messages);
  return messages;
}
setWords({
  language: () => spoken.getStore() ?? ownLanguage(),
  textOf: (key, language) => messagesOf(language).get(key),
});

/** Does a piece of work in a language: a mail to a customer, a page for a visitor. */
export const inLanguage = <T>(language: Language, work: () => T): T => spoken.run(language, work);

/** Words for the history, which is written once for many readers. */
export const inHistory = <T>(words: () => T): T => inLanguage('en', words);

/** What is said in each language: a file that people hand in may have any of them. */
export const inEveryLanguage = (words: () => string): string[] => languages.map((one) => inLanguage(one, words));

/** The same for a reader whose language is known, or who reads that of the company. */
export const inLanguageOf = <T>(
  { services }: { services: Services },
  reader: { language?: Language | null | undefined },
  work: () => T,
): T => inLanguage(reader.language ?? services.config.language, work);

const isCall = (path: string): boolean => /^\/(api|trpc|files)\//.test(path);
const isStaffPage = (path: string): boolean => /^\/admin(\/|$)/.test(path);

/**
 * The language of an answer. A page goes by the reader's choice before the browser's languages; a call by its
 * Accept-Language alone, in which a page names its own. The company's language is for everybody else.
 */
export function languageOf(request: FastifyRequest, company: Language): Language {
  const path = request.url.split('?')[0] ?? '/';
  const available = isStaffPage(path) ? staffLanguages : languages;
  const offered = (language: Language) => available.some((one) => one === language);
  const chosen = isCall(path) ? undefined : request.cookies[LANGUAGE_COOKIE];
  if (isLanguage(chosen) && offered(chosen)) return chosen;
  const accepted = request.headers['accept-language'];
  const [negotiated] = accepted && accepted !== '*' ? new Negotiator(request).languages([...available]) : [];
  if (isLanguage(negotiated)) return negotiated;
  return offered(company) ? company : 'en';
}

/**
 * The language of a page that was mailed to a customer: theirs, unless this reader has chosen another. The rest of the
 * request is answered in it too.
 */
export function speakToCustomer(request: FastifyRequest, language: Language | null | undefined): Language {
  if (language && !isLanguage(request.cookies[LANGUAGE_COOKIE])) request.language = language;
  return request.language;
}

const YEAR = 31_536_000;
/** Keeps a reader's choice in their browser, or forgets it. */
export const keepLanguage = (
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  language: Language | null,
): FastifyReply =>
  language === null
    ? reply.clearCookie(LANGUAGE_COOKIE, { path: '/' })
    : reply.setCookie(LANGUAGE_COOKIE, language, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: protocol === 'https',
        maxAge: YEAR,
      });

/** Answers every request in its language, with the company's zone for its times; after the body has been read too, which Node does elsewhere. */
export function registerLanguages(app: FastifyInstance, { config }: Services): void {
  ownLanguage = () => config.language;
  app.decorateRequest('language');
  app.addHook('onRequest', (request, _reply, done) => {
    request.language = languageOf(request, config.language);
    placed.run(config, () => spoken.run(request.language, done));
  });
  app.addHook('preHandler', (request, _reply, done) => placed.run(config, () => spoken.run(request.language, done)));
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
  }
}
