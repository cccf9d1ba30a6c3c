import { PASSKEYS_MAX } from '@quickfleet/shared/limits';
import type {
  AddPasskey,
  Passkey as PasskeyView,
  passkeyCreation,
  passkeyRequest,
  UsePasskey,
} from '@quickfleet/shared/people/passkeys';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import type { z } from 'zod';
import { record } from '../../company/history/history.service.ts';
import { c, onlyId, readRow, readRows, run, select } from '../../db/rows.ts';
import { requireUser } from '../../http/caller/authorize.ts';
import { type AppContext, now } from '../../http/context.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { randomKey } from '../../security/secrets.ts';
import { requireCurrentPassword } from '../users/users.service.ts';
import { mailAccount } from './links.ts';

// Sign-in by a key on a device (WebAuthn). The device asks for a finger, a face or a PIN, so that it counts for the
// password and the second factor together.

/** Loads slowly, and most processes never need it. */
const webAuthn = () => import('@simplewebauthn/server');

const CHALLENGE_MS = 300_000;

/** The host that passkeys of this page belong to. Browsers know none for numbers, and none over plain http. */
function hostOf({ request }: AppContext): string {
  const { hostname, protocol } = new URL(request.origin);
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith('[');
  if (isName && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'))) return hostname;
  throw conflict(
    'PASSKEYS_NEED_HTTPS',
    t('Passkeys work over https and at an address with a name, such as https://delivery.example.com'),
  );
}

async function newChallenge(ctx: AppContext, userId: number | null): Promise<string> {
  const challenge = Buffer.from(randomKey(32), 'hex').toString('base64url');
  await run(ctx.em, 'insert into passkey_challenges (challenge, user_id, expires_at) values (?, ?, ?)', [
    challenge,
    userId,
    new Date(now(ctx).getTime() + CHALLENGE_MS),
  ]);
  return challenge;
}

/** The challenge that was signed, if it is one of ours: of two calls with one challenge, one gets it. */
async function takeChallenge(ctx: AppContext, clientData: string, userId: number | null): Promise<string | undefined> {
  let challenge: unknown;
  try {
    challenge = JSON.parse(Buffer.from(clientData, 'base64url').toString()).challenge;
  } catch {
    return undefined;
  }
  if (typeof challenge !== 'string') return undefined;
  const taken = await run(
    ctx.em,
    `delete from passkey_challenges where challenge = ? and user_id is not distinct from ? and expires_at > ? returning challenge`,
    [challenge, userId, now(ctx)],
  );
  return taken > 0 ? challenge : undefined;
}

const columns = select({
  id: c.int('id'),
  name: c.text('name'),
  isSynced: c.bool('is_synced'),
  createdAt: c.time('created_at'),
  lastUsedAt: c.time('used_at').nullable(),
});
export const listPasskeys = async (ctx: AppContext): Promise<{ data: PasskeyView[] }> => ({
  data: await readRows(ctx.em, columns, 'select $columns from passkeys where user_id = ? order by id', [
    requireUser(ctx).id,
  ]),
});

const person = select({
  hash: c.text('password_hash'),
  email: c.text('email').nullable(),
  username: c.text('username'),
  language: c.oneOf(languages, 'language').nullable(),
});
const known = select({ id: c.text('credential_id') });
/**
 * What the browser makes a new passkey by. A stranger at an open browser does not know the password.
 *
 * @throws 400 WRONG_PASSWORD, 409 TOO_MANY_PASSKEYS, 409 PASSKEYS_NEED_HTTPS
 */
export async function beginPasskey(
  ctx: AppContext,
  { currentPassword }: { currentPassword: string },
): Promise<z.input<typeof passkeyCreation>> {
  const user = requireUser(ctx);
  const host = hostOf(ctx);
  const row = await readRow(ctx.em, person, 'select $columns from users where id = ? for update', [user.id]);
  if (!row) throw notFound('User');
  await requireCurrentPassword(ctx, currentPassword, row.hash);
  const present = await readRows(ctx.em, known, 'select $columns from passkeys where user_id = ?', [user.id]);
  requireRoom(present.length);
  const { generateRegistrationOptions } = await webAuthn();
  const {
    rp,
    pubKeyCredParams,
    timeout = CHALLENGE_MS,
    user: named,
  } = await generateRegistrationOptions({
    rpName: ctx.services.config.BRAND_NAME,
    rpID: host,
    userName: row.username,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(`user ${user.id}`),
    timeout: CHALLENGE_MS,
  });
  return {
    rp: { id: host, name: rp.name },
    user: { id: named.id, name: named.name, displayName: named.displayName },
    challenge: await newChallenge(ctx, user.id),
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout,
    excludeCredentials: present.map(({ id }) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

function requireRoom(count: number): void {
  if (count >= PASSKEYS_MAX)
    throw conflict(
      'TOO_MANY_PASSKEYS',
      t('An account has at most {count} passkeys. Remove one first.', { count: PASSKEYS_MAX }),
    );
}

/**
 * Adds what the browser made. Its user gets a mail: it is one more way in.
 *
 * @throws 400 BAD_PASSKEY, 409 TOO_MANY_PASSKEYS
 */
export async function addPasskey(ctx: AppContext, { name, response }: AddPasskey): Promise<PasskeyView> {
  const user = requireUser(ctx);
  const bad = () => badRequest('BAD_PASSKEY', t('This passkey could not be checked. Please try again.'));
  const row = await readRow(ctx.em, person, 'select $columns from users where id = ? for update', [user.id]);
  const expectedChallenge = await takeChallenge(ctx, response.response.clientDataJSON, user.id);
  if (!row || !expectedChallenge) throw bad();
  const { verifyRegistrationResponse } = await webAuthn();
  const { clientDataJSON, attestationObject, transports = [] } = response.response;
  const result = await verifyRegistrationResponse({
    response: {
      ...response,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: ctx.request.origin,
    expectedRPID: hostOf(ctx),
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified) throw bad();
  const { credential, credentialBackedUp } = result.registrationInfo;
  const present = await readRows(ctx.em, onlyId, 'select $columns from passkeys where user_id = ?', [user.id]);
  requireRoom(present.length);
  const made = await readRow(
    ctx.em,
    columns,
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_synced, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (credential_id) do nothing returning $columns`,
    [
      user.id,
      credential.id,
      Buffer.from(credential.publicKey).toString('base64url'),
      credential.counter,
      JSON.stringify(transports),
      name,
      credentialBackedUp,
      now(ctx),
    ],
  );
  if (!made) throw bad();
  record(ctx, { subject: 'user', subjectId: user.id, action: 'user.passkey_added', detail: name });
  if (row.email)
    mailAccount(ctx, {
      trigger: 'account_passkey_added',
      to: row.email,
      language: row.language,
      words: () => ({
        subject: t('A passkey was added to your {brand} account', { brand: ctx.services.config.BRAND_NAME }),
        paragraphs: [
          t('Hello {name},', { name: '{{recipientName}}' }),
          t('A passkey was added to your account: {passkey}. It signs in without the password.', {
            passkey: '{{whatHappened}}',
          }),
          t(
            "If it wasn't you, choose a new password right away: all passkeys are then removed, and you are signed out everywhere.",
          ),
        ],
      }),
      values: { recipientName: row.username, whatHappened: name },
    });
  return made;
}

/** Only one's own. Rejects with 404. */
export async function removePasskey(ctx: AppContext, id: number): Promise<{ success: true }> {
  const user = requireUser(ctx);
  const gone = await readRow(ctx.em, columns, 'delete from passkeys where id = ? and user_id = ? returning $columns', [
    id,
    user.id,
  ]);
  if (!gone) throw notFound('Passkey');
  record(ctx, { subject: 'user', subjectId: user.id, action: 'user.passkey_removed', detail: gone.name });
  return { success: true };
}

/** What the browser signs in by; it names nobody, and the passkey says who it is. */
export async function askForPasskey(ctx: AppContext): Promise<z.input<typeof passkeyRequest>> {
  await countTry(ctx, 'auth.passkeyOptions');
  const rpId = hostOf(ctx);
  return { challenge: await newChallenge(ctx, null), timeout: CHALLENGE_MS, rpId, userVerification: 'required' };
}

const stored = select({
  id: c.int('id'),
  userId: c.int('user_id'),
  publicKey: c.text('public_key'),
  counter: c.digits('counter'),
});
/** The user of a passkey that signed a challenge of ours, once; undefined for anything else. */
export async function checkPasskey(ctx: AppContext, { response }: UsePasskey): Promise<number | undefined> {
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const expectedChallenge = await takeChallenge(ctx, clientDataJSON, null);
  const found = await readRow(ctx.em, stored, 'select $columns from passkeys where credential_id = ?', [response.id]);
  if (!expectedChallenge || !found) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  const result = await verifyAuthenticationResponse({
    response: { ...response, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: ctx.request.origin,
    expectedRPID: hostOf(ctx),
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(found.publicKey, 'base64url')),
      counter: Number(found.counter),
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  await run(ctx.em, 'update passkeys set counter = ?, used_at = ? where id = ? returning id', [
    result.authenticationInfo.newCounter,
    now(ctx),
    found.id,
  ]);
  return found.userId;
}
