import { describe, expect, it } from 'vitest';
import { AddressRefused, isPublicAddress, requireSendable, resolvePublic } from './public-address.ts';

/** Ways to write what must not be called: each must be refused before anything is connected to. */
const forms = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://127.255.255.254/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://3232235521/',
  'https://169.254.169.254/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://100.64.0.1/',
  'https://192.0.0.8/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://192.31.196.1/',
  'https://192.52.193.1/',
  'https://192.175.48.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[64:ff9b:1::1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2001:10::1]/',
  'https://[2001:2::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::]/',
  'https://[2620:4f:8000::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://①②⑦.⓪.⓪.①/',
  'http://shop.example.com/',
  'ftp://shop.example.com/',
  'https://user:secret@shop.example.com/',
];

describe('M13 addresses that are never called', () => {
  for (const form of forms)
    it(`M13 refuses ${form}`, () => expect(() => requireSendable(form, [])).toThrow(AddressRefused));

  it('M13 checks every address that a name has, and takes public ones', async () => {
    expect(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001::1'].map(isPublicAddress)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(requireSendable('https://shop.example.com/hooks', []).host).toBe('shop.example.com');
    // A name that leads home passes by its letters alone, and is refused by where it leads.
    await expect(resolvePublic(new URL('https://localhost/'), [])).rejects.toThrow(AddressRefused);
  });

  it('M13 an exception names a host, or a host with its port', () => {
    expect(requireSendable('http://127.0.0.1:8080/x', ['127.0.0.1']).port).toBe('8080');
    expect(requireSendable('http://127.0.0.1:8080/x', ['127.0.0.1:8080']).port).toBe('8080');
    expect(() => requireSendable('http://127.0.0.1:8081/x', ['127.0.0.1:8080'])).toThrow(AddressRefused);
    expect(() => requireSendable('http://127.0.0.2/x', ['127.0.0.1'])).toThrow(AddressRefused);
  });
});
