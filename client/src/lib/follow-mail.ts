import type { MailRow } from '@quickfleet/shared/mailbox';

const LOOKS = 10;
const LOOK_MS = 1000;

/** Asks for some seconds what became of a mail that was just queued; nothing when it is not known by then. */
export async function followMail<Row extends MailRow>(read: () => Promise<Row>): Promise<Row | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    const mail = await read();
    if (mail.status !== 'queued' || mail.lastError !== null) return mail;
  }
  return undefined;
}
