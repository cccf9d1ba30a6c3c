/** A mail server as its provider describes it. */
export interface MailServer {
  host: string;
  port: string;
  user: string;
  password: string;
  /** Encrypted from the first byte, or after STARTTLS where the server offers it. */
  encryption: 'tls' | 'starttls';
}
const ports = { tls: '465', starttls: '587' } as const;
export const usualPort = (encryption: MailServer['encryption']): string => ports[encryption];
export const noMailServer: MailServer = { host: '', port: ports.tls, user: '', password: '', encryption: 'tls' };

/** The one address that the server takes it as; '' while no host is named. */
export function smtpUrlOf({ host, port, user, password, encryption }: MailServer): string {
  if (host === '') return '';
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const secret = password && `:${encodeURIComponent(password)}`;
  const login = user || password ? `${encodeURIComponent(user)}${secret}@` : '';
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${login}${name}:${port || usualPort(encryption)}`;
}
