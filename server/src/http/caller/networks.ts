import { BlockList, isIPv6 } from 'node:net';

const BITS = { ipv4: 32, ipv6: 128 } as const;
const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
/** An IPv4 address that came over IPv6 is one. */
const plain = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.split('%')[0] ?? address;

/** Whether an address lies in one of these networks (CIDR); in any when there are none. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [net = '', bits] = network.split('/');
    const family = familyOf(net);
    list.addSubnet(net, bits === undefined ? BITS[family] : Number(bits), family);
  }
  const asked = plain(address);
  return list.check(asked, familyOf(asked));
}
