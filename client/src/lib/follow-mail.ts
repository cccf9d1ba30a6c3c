import type { Mail } from '@quickfleet/shared/mailbox';
import { useLive } from './live.tsx';
import { trpc } from './trpc.ts';

/** After that it is no news any more: the Mailbox says what became of it. */
const FOLLOWED_MS = 60_000;

/**
 * Answers what became of a mail that was just queued as soon as it is known; nothing when it is not known within a
 * minute.
 */
export function useFollowMail(): (id: number) => Promise<Mail | undefined> {
  const { listen } = useLive();
  const { client } = trpc.useUtils();
  return (id) =>
    new Promise((done) => {
      const end = (mail?: Mail) => {
        stop();
        clearTimeout(timer);
        done(mail);
      };
      const look = async () => {
        const mail = await client.mailbox.get.query({ id });
        if (mail.status !== 'queued' || mail.lastError !== null) end(mail);
      };
      // A question that fails is no news about the mail.
      const tryLook = () => void look().catch(() => undefined);
      const stop = listen((change) => {
        if (change.topic === 'resync' || (change.topic === 'mail' && change.id === id && !change.isNew)) tryLook();
      });
      const timer = setTimeout(end, FOLLOWED_MS);
      // It may have left before its number was known here.
      tryLook();
    });
}
