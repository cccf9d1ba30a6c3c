import { once } from 'node:events';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import { closeServer } from '../close-server.ts';

/** For `hooks.example.com`, signed by itself, for tests alone. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBrTCCAVOgAwIBAgIUG6lxitSi6q7jQy+AdQdiNJ9cOjowCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wIBcNMjYxMTI2MDMwNzIyWhgP
MjEyNjExMDIwMzA3MjJaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEfgQmEsO6LKf3nbkQZHMc/iX5bDQzMbcW
00aJcgdarxur0D1gNj1MFIgtv5/0efBmOknzg9rXWwFBo2Mngb6FXqNxMG8wHQYD
VR0OBBYEFERCpMAhD4VFk9azs/a+SJoByRQgMB8GA1UdIwQYMBaAFERCpMAhD4VF
k9azs/a+SJoByRQgMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRaG9va3Mu
ZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIgHSuNgmt1irQXVMmlHPbSzWUT
R4LBn8cy7E/YD/XPc74CIQDyGlQMmMPvNSxgiKFmQXJ+Eh/F8jHKsCQh2E1YaYJ4
uw==
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglwOcHmkED5/v/R5W
d1K/3kpbz39RFZNuOkNAsAN+aOihRANCAAR+BCYSw7osp/eduRBkcxz+JflsNDMx
txbTRolyB1qvG6vQPWA2PUwUiC2/n/R58GY6SfOD2tdbAUGjYyeBvoVe
-----END PRIVATE KEY-----
`;

export interface SecureCall {
  /** The name that the client asked for (SNI). */
  servername: string;
  host: string;
}

/** A program that receives events over TLS, with the certificate of one name. */
export async function startTlsReceiver() {
  const calls: SecureCall[] = [];
  const server = https.createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    const { servername } = request.socket as TLSSocket & { servername: string };
    calls.push({ servername, host: request.headers.host ?? '' });
    request.resume().on('end', () => response.end('ok'));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    calls,
    close: () => closeServer(server),
  };
}
