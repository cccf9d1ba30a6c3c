import type { MailPage, MailRow } from '@quickfleet/shared/mailbox';

const REFRESH_MS = 4000;

/** While a mail is on its way its state changes without anybody's doing, so whoever looks at it asks again. */
export const mailsRefresh = ({ state: { data } }: { state: { data: MailPage | undefined } }): number | false =>
  data?.hasMailServer && data.data.some(({ status }) => status === 'queued') ? REFRESH_MS : false;
export const mailRefresh = ({ state: { data } }: { state: { data: MailRow | undefined } }): number | false => (data?.status === 'queued' ? REFRESH_MS : false);
