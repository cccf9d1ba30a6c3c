import { c, onlyId, readRow, readRows, run, select } from '../../db/rows.ts';
import type { AppContext, Services } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { LINK_MARK } from '../../messages/outbox/outbox.service.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { randomKey, sha256 } from '../../security/secrets.ts';
import type { Quote } from './quote.entity.ts';

// The token of a link has 128 random bits, so that a plain hash finds it: links in customers' mailboxes outlive a change
// of SESSION_SECRET, under which only the sealed copy lies (decision 035).

/** A token, as it is found and as it is kept. */
export const newLink = ({ secrets }: Pick<Services, 'secrets'>) => {
  const token = randomKey();
  return { tokenHash: sha256(token), tokenSealed: secrets.seal(token) };
};

/** A link of the quote's own; those that it had before lead nowhere from the commit on. */
export function giveLink({ services }: Pick<AppContext, 'services'>, quote: Quote): void {
  Object.assign(quote, newLink(services), { formTokenHash: null });
}

const pageUrl = ({ config }: Pick<Services, 'config'>, token: string): string => `${publicUrl(config)}/q/${token}`;

/**
 * A second link for the sender of the form, who has not proved that the address in it is theirs. It is returned once
 * and stored only as a hash (decision 045).
 */
export function giveFormLink({ services }: AppContext, quote: Quote): string {
  const token = randomKey();
  quote.formTokenHash = sha256(token);
  return pageUrl(services, token);
}

/** Where the page of a quote is in a mail that is stored: the token is put in when the mail is sent or shown. */
export function linkForMail(ctx: AppContext, quote: Quote): string {
  // One that no known secret opens cannot be mailed any more.
  if (!quote.tokenSealed || ctx.services.secrets.open(quote.tokenSealed) === undefined) giveLink(ctx, quote);
  return `${publicUrl(ctx.services.config)}${LINK_MARK}`;
}

/** The customer's page of a quote; null when it has no link yet or its secret is lost. */
export function customerUrlOf(services: Pick<Services, 'secrets' | 'config'>, sealed: string | null): string | null {
  const token = sealed === null ? undefined : services.secrets.open(sealed);
  return token === undefined ? null : pageUrl(services, token);
}

export interface FoundLink {
  id: number;
  /** It was returned to the sender of the form, and not mailed to the address in it. */
  isOfForm: boolean;
}

const link = select({ id: c.int('id'), isOfForm: c.bool('token_hash is distinct from ?') });
/** The quote behind a link. A wrong one is counted, and told from a malformed one by nothing. Rejects with 404. */
export async function findLink(ctx: AppContext, token: string): Promise<FoundLink> {
  const hash = sha256(token);
  const row = await readRow(ctx.em, link, `select $columns from quotes where token_hash = ? or form_token_hash = ?`, [
    hash,
    hash,
    hash,
  ]);
  if (row) return row;
  await countTry(ctx, 'quotePage.miss');
  throw notFound('Quote');
}
export const findByToken = async (ctx: AppContext, token: string): Promise<number> => (await findLink(ctx, token)).id;

const LINKS_AT_ONCE = 500;
/** Links for the quotes that an earlier release made. */
export async function giveMissingLinks(services: Services): Promise<number> {
  const em = services.orm.em.fork();
  // Newer quotes have theirs by now: each batch begins below the last one.
  for (let given = 0, below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await readRows(
      em,
      onlyId,
      `select $columns from quotes where token_hash is null and id < ?::bigint order by id desc limit ${LINKS_AT_ONCE}`,
      [below],
    );
    const last = rows.at(-1);
    if (!last) return given;
    below = last.id;
    const links = rows.map(({ id }) => ({ id, ...newLink(services) }));
    await run(
      em,
      `update quotes q set token_hash = l.hash, token_sealed = l.sealed
         from unnest(?::int[], ?::text[], ?::text[]) l (id, hash, sealed) where q.id = l.id and q.token_hash is null`,
      [links.map(({ id }) => id), links.map(({ tokenHash }) => tokenHash), links.map(({ tokenSealed }) => tokenSealed)],
    );
    given += rows.length;
  }
}
