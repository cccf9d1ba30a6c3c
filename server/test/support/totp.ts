import { generateSync } from 'otplib';

/** What an authenticator app shows for this secret now. */
export const codeNow = (secret: string): string => generateSync({ secret });
