import { z } from 'zod';
import { email, textOrNull } from '../base/primitives.ts';
import { mailServer } from '../company/own-settings.ts';

/** `smtpUrl` and `from` are tried without being saved; what is absent is that of the settings. */
export const testMailServer = z.object({
  to: email().meta({ example: 'me@acme.example' }),
  smtpUrl: mailServer.smtpUrl.optional(),
  from: mailServer.from.optional(),
});
export type TestMailServer = z.infer<typeof testMailServer>;

/** What the mail server said to a mail that was sent while the call waited. */
export const mailServerTested = z
  .object({
    isSent: z.boolean().meta({ description: 'The mail server took the mail', example: true }),
    problem: textOrNull.meta({ description: 'What is wrong and what to do; null when it was sent', example: null }),
    answer: textOrNull.meta({ description: 'The number of what the mail server answered, such as 550', example: null }),
  })
  .meta({ id: 'MailServerTested' });
export type MailServerTested = z.infer<typeof mailServerTested>;
