import type { Socket } from 'node:net';

/** How a server that is asked something goes wrong: what it does with a connection, byte by byte. */
export type Trouble = (socket: Socket) => void;

const head = (status: string, ...lines: string[]) =>
  `HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const onData = (socket: Socket, act: () => void) => void socket.once('data', act);
const answering =
  (...parts: (string | Buffer)[]): Trouble =>
  (socket) =>
    onData(socket, () => {
      for (const part of parts) socket.write(part);
      socket.end();
    });

/** Receivers of webhooks and services of text messages. */
export const httpTroubles: Readonly<Record<string, Trouble>> = {
  'closes before the request': (socket) => socket.destroy(),
  'resets before the request': (socket) => socket.resetAndDestroy(),
  'ends politely before the request': (socket) => socket.end(),
  'closes after the request': (socket) => onData(socket, () => socket.destroy()),
  'resets after the request': (socket) => onData(socket, () => socket.resetAndDestroy()),
  'answers before the request': (socket) => void socket.end(head('200 OK', 'Content-Length: 0')),
  'answers before the request and resets': (socket) => {
    socket.write(head('200 OK', 'Content-Length: 5'));
    socket.resetAndDestroy();
  },
  'answers no HTTP': answering('SSH-2.0-OpenSSH_9.2\r\n'),
  'answers bytes': answering(Buffer.from([0, 255, 254, 1, 2, 3, 10, 10, 0])),
  'answers half a status': answering('HTTP/1.1 2'),
  'answers half its headers': answering('HTTP/1.1 200 OK\r\nContent-Le'),
  'answers a status of four digits': answering(head('2000 OK')),
  'answers with a bad header': answering('HTTP/1.1 200 OK\r\nBad Header\u0000: x\r\n\r\n'),
  'answers with too many headers': answering(`HTTP/1.1 200 OK\r\n${'X-Much: more\r\n'.repeat(4000)}\r\n`),
  'answers with two lengths': answering(head('200 OK', 'Content-Length: 1', 'Content-Length: 2'), 'ab'),
  'answers with a length and chunks': answering(
    head('200 OK', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    'ab',
  ),
  'ends its body early': answering(head('200 OK', 'Content-Length: 5000'), 'short'),
  'sends more than it said': answering(head('200 OK', 'Content-Length: 2'), 'much more than that'),
  'sends bad chunks': answering(head('200 OK', 'Transfer-Encoding: chunked'), 'zz\r\nnothing\r\n'),
  'ends in a chunk': answering(head('200 OK', 'Transfer-Encoding: chunked'), '40\r\nhalf'),
  'says gzip and sends none': answering(head('200 OK', 'Content-Encoding: gzip', 'Content-Length: 5'), 'plain'),
  'changes the protocol': answering(head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'), 'x'),
  'says continue and no more': answering(head('100 Continue')),
  'says early hints for ever': (socket) =>
    onData(socket, () => void socket.end(head('103 Early Hints', 'Link: </a>').repeat(50))),
  'leads to itself': answering(head('302 Found', 'Location: /', 'Content-Length: 0')),
  'leads to nowhere': answering(head('302 Found', 'Location: http://[::', 'Content-Length: 0')),
  'answers 500 and resets': (socket) =>
    onData(socket, () => {
      socket.write(head('500 Oops', 'Content-Length: 500'));
      socket.resetAndDestroy();
    }),
  'answers 429 for a strange time': answering(head('429 Slow', 'Retry-After: -5', 'Content-Length: 0')),
  'sends a body without end': (socket) =>
    onData(socket, () => {
      socket.write(head('200 OK'));
      const more = Buffer.alloc(64 * 1024, 'x');
      const send = () => {
        while (!socket.destroyed && socket.write(more));
      };
      socket.on('drain', send);
      send();
    }),
  'keeps the connection and resets it later': (socket) =>
    onData(socket, () => {
      socket.write(head('200 OK', 'Content-Length: 2', 'Connection: keep-alive'));
      socket.write('ok', () => setTimeout(() => socket.resetAndDestroy(), 50));
    }),
  'speaks TLS': answering(Buffer.from('16030100020100', 'hex')),
};

const smtp =
  (greeting: string, ...answers: string[]): Trouble =>
  (socket) => {
    socket.write(greeting);
    socket.on('data', () => {
      const answer = answers.shift();
      if (answer === undefined) return void socket.destroy();
      if (answer === 'reset') socket.resetAndDestroy();
      else if (answer === 'end') socket.end();
      else socket.write(answer);
    });
  };
const HELLO = '220 mail.example.com ESMTP\r\n';
const EHLO = '250-mail.example.com\r\n250 SIZE 1000000\r\n';

/** Mail servers. */
export const smtpTroubles: Readonly<Record<string, Trouble>> = {
  'closes at once': (socket) => socket.destroy(),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'ends politely at once': (socket) => socket.end(),
  'greets with bytes': smtp(Buffer.from([0, 255, 1, 10]).toString('latin1')),
  'greets with HTTP': smtp('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'greets with a refusal': smtp('554 no service\r\n'),
  'greets and resets': (socket) => void socket.write(HELLO, () => socket.resetAndDestroy()),
  'greets with half a line': (socket) => void socket.end('220 mai'),
  'greets with a very long line': (socket) => void socket.end(`220 ${'x'.repeat(2_000_000)}\r\n`),
  'refuses EHLO and HELO': smtp(HELLO, '502 no\r\n', '502 no\r\n'),
  'resets after EHLO': smtp(HELLO, 'reset'),
  'offers TLS and speaks none': smtp(HELLO, '250-mail\r\n250 STARTTLS\r\n', '220 go\r\n', 'plain words\r\n'),
  'offers TLS and resets': smtp(HELLO, '250-mail\r\n250 STARTTLS\r\n', '220 go\r\n', 'reset'),
  'asks for a sign-in': smtp(HELLO, EHLO, '530 authenticate\r\n'),
  'refuses the sender': smtp(HELLO, EHLO, '550 no\r\n'),
  'refuses the recipient': smtp(HELLO, EHLO, '250 ok\r\n', '550 no\r\n'),
  'resets at the recipient': smtp(HELLO, EHLO, '250 ok\r\n', 'reset'),
  'refuses DATA': smtp(HELLO, EHLO, '250 ok\r\n', '250 ok\r\n', '451 later\r\n'),
  'resets in the mail': smtp(HELLO, EHLO, '250 ok\r\n', '250 ok\r\n', '354 go\r\n', 'reset'),
  'ends in the mail': smtp(HELLO, EHLO, '250 ok\r\n', '250 ok\r\n', '354 go\r\n', 'end'),
  'answers the mail with no number': smtp(HELLO, EHLO, '250 ok\r\n', '250 ok\r\n', '354 go\r\n', 'hm\r\n'),
  'closes the service in the middle': smtp(HELLO, EHLO, '250 ok\r\n', '421 bye\r\n'),
};
