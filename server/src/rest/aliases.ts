/**
 * Paths without a version (docs/rest-compat.md), and the versioned path that answers them. One handler serves
 * both.
 */
export const aliases: readonly [from: string, to: string][] = [
  ['/api/user', '/api/v1/auth/user'],
  ['/api/login', '/api/v1/auth/login'],
  ['/api/register', '/api/v1/auth/register'],
  ['/api/logout', '/api/v1/auth/logout'],
  ['/api/email-templates', '/api/v1/email-templates'],
  ['/api/driver', '/api/v1/driver'],
];

/**
 * %41 is A wherever it stands (RFC 3986, 6.2.2.2): two spellings of one address are one address. Dots and slashes stay
 * as they came.
 */
const plain = (url: string): string => {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  const decode = (coded: string, hex: string) => {
    const symbol = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9_~-]/.test(symbol) ? symbol : coded;
  };
  return path.replaceAll(/%([0-9a-f]{2})/gi, decode) + url.slice(path.length);
};

/** Node reads the bytes of an address one by one: what a client left unencoded is encoded, to be read as UTF-8. */
const encodeBytes = (url: string): string =>
  url.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

export const isCallPath = (url: string): boolean => /^\/(?:api|trpc|files)(?:[/?]|$)/i.test(url);
/** The router gives up at bytes that are no UTF-8, before any hook: it gets them encoded, and a hook refuses them. */
function routable(url: string): string {
  if (!isCallPath(url)) return url;
  const [path = ''] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** The versioned address of an unversioned one; any other address stays as it is. */
export function resolveAlias(asked: string): string {
  const url = plain(routable(encodeBytes(asked)));
  for (const [from, to] of aliases) {
    if (url === from || url.startsWith(`${from}/`) || url.startsWith(`${from}?`)) return to + url.slice(from.length);
  }
  return url;
}
