import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Place } from '../process/outside/connections.ts';

/** Why nothing is sent to an address; its sentence is shown to the person who set it up. */
export class AddressRefused extends Error {}

/**
 * Blocks that are special or reserved by IANA's registries and that the library counts as public, or not at all: it is
 * behind the registries. All of the NAT64, 6to4 and Teredo blocks lead to an IPv4 address that nobody has checked.
 */
const reserved = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['5f00::', 16],
] as const)
  reserved.addSubnet(net, bits, 'ipv6');
for (const [net, bits] of [
  ['192.0.0.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
] as const)
  reserved.addSubnet(net, bits, 'ipv4');
/** Nothing else of IPv6 is given out to the public internet. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address belongs to the public internet: neither private, local nor reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (ipaddr.parse(address).range() !== 'unicast') return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (reserved.check(address, kind)) return false;
  return family === 4 || globalUnicast.check(address, 'ipv6');
}

/** Host and port of an address, as an exception names them. */
const nameOf = ({ hostname, host }: URL): string[] => [hostname.toLowerCase(), host.toLowerCase()];
/** Whether the installation's settings name this host as one that is called whatever its address is. */
export const isAllowedHost = (url: URL, allowed: readonly string[]): boolean =>
  nameOf(url).some((name) => allowed.includes(name));

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Refuses an address by what it says: only https, no name or password in it, no literal address that is not public. What
 * its name leads to is only known when it is called.
 *
 * @throws AddressRefused
 */
export function requireSendable(text: string, allowed: readonly string[]): URL {
  const url = URL.parse(text);
  if (!url) throw new AddressRefused('This is not an address');
  if (url.username || url.password) throw new AddressRefused('The address must hold no user name and no password');
  if (isAllowedHost(url, allowed) && /^https?:$/.test(url.protocol)) return url;
  if (url.protocol !== 'https:') throw new AddressRefused('The address must start with https://');
  const host = bare(url.hostname).replace(/\.$/, '');
  if (isIP(host) !== 0 ? !isPublicAddress(host) : !host.includes('.') || /\.(?:localhost|local|internal)$/i.test(host))
    throw new AddressRefused('The address leads to a private or reserved network');
  return url;
}

/** Asks the system for every address of a name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;
const resolveName: Resolve = (host) => lookup(host, { all: true, order: 'verbatim' });

/**
 * The addresses that a host has at this moment, each of them checked: connect to these, and ask no other time.
 *
 * @throws AddressRefused when one of them is not public; what DNS throws
 */
export async function resolvePublic(
  url: URL,
  allowed: readonly string[],
  resolve: Resolve = resolveName,
): Promise<Place[]> {
  const host = bare(url.hostname);
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  const isAllowed = isAllowedHost(url, allowed);
  if (!isAllowed && !found.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused(`${url.hostname} leads to a private or reserved network`);
  return found.map(({ address, family: kind }) => ({ address, family: kind === 6 ? 6 : 4 }));
}
