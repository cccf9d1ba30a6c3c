/**
 * Where browsers keep their push services. A subscription names the address that the server is to call: without this
 * list a driver could make it call anything that it reaches.
 */
const KNOWN = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)?push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
  /^([a-z0-9-]+\.)?push\.apple\.com$/,
];

/** Whether `endpoint` is an address of a known push service over https, or of an origin in `more`. */
export function isPushService(endpoint: string, more: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (more.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && KNOWN.some((host) => host.test(url.hostname));
}
