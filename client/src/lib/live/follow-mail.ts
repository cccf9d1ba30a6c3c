import type { Mail } from '@quickfleet/shared/messages/mailbox';
import { trpc } from '../api/trpc.ts';
import { useLive } from './live.tsx';

/** After that the result is no longer announced: the Mailbox shows it. */
const FOLLOWED_MS = 60_000;

/**
 * Resolves to a mail that was just queued as soon as it is sent or refused; to undefined when that takes more than a
 * minute.
 */
export function useFollowMail(): (id: number) => Promise<Mail | undefined> {
  const { subscribe } = useLive();
  const { client } = trpc.useUtils();
  return (id) =>
    new Promise((done) => {
      const end = (mail?: Mail) => {
        stop();
        clearTimeout(timer);
        done(mail);
      };
      const check = async () => {
        const mail = await client.mailbox.get.query({ id });
        if (mail.status !== 'queued' || mail.lastError !== null) end(mail);
      };
      // A read that fails says nothing about the mail.
      const tryCheck = () => void check().catch(() => undefined);
      const stop = subscribe((change) => {
        if (change.topic === 'resync' || (change.topic === 'mail' && change.id === id && !change.isNew)) tryCheck();
      });
      const timer = setTimeout(end, FOLLOWED_MS);
      // It may have been sent before its id was known here.
      tryCheck();
    });
}
