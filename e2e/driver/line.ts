import { connect, createServer, type Socket } from 'node:net';

/** What happens to one call that changes something. */
export type Fault = 'pass' | 'refuse' | 'cut upload' | 'drop answer' | 'delay';

export interface Line {
  url: string;
  /** Calls that did not get through, for any reason; each counts once. */
  cuts: () => number;
  /** Calls that the phone started, whatever happened to them. */
  calls: () => number;
  /** How often each call reached the server as a whole, by method and path. */
  arrived: () => readonly string[];
  /** The signal is gone: open connections break off, and nothing new gets through. */
  down: () => void;
  up: () => void;
  close: () => Promise<void>;
}

const CHANGE = /^(POST|PUT|DELETE) (\/api\/\S+)/;
/** Enough for the server to have the head and a part of the photo, but never all of it. */
const PART = 6000;
const DELAY_MS = 700;

/** This side makes no progress for a while. */
function hold(socket: Socket, goOn: () => void): void {
  socket.pause();
  setTimeout(() => {
    goOn();
    socket.resume();
  }, DELAY_MS);
}

/**
 * A bad network between phone and server, on real sockets: `faultOf` says for each changing call whether it passes, is
 * refused, breaks off in the middle, comes late, or is done by the server while its answer gets lost.
 */
export async function startLine(
  target: string,
  faultOf: (call: string, index: number) => Fault = () => 'pass',
): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cuts = 0;
  let calls = 0;
  const arrived: string[] = [];
  let isDown = false;

  const server = createServer((phone) => {
    if (isDown) return phone.destroy();
    const site = connect(Number(port), hostname);
    let fault: Fault = 'pass';
    let passed = 0;
    let call = '';
    const cut = () => {
      if (phone.destroyed) return;
      cuts++;
      phone.resetAndDestroy();
      site.destroy();
    };
    for (const socket of [phone, site]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    phone.on('data', (chunk) => {
      const head = CHANGE.exec(chunk.subarray(0, 200).toString('latin1'));
      if (head) {
        call = `${head[1]} ${head[2]}`;
        fault = faultOf(call, calls++);
        passed = 0;
      }
      if (fault === 'refuse') return cut();
      if (fault === 'delay' && head) return hold(phone, () => site.write(chunk));
      if (fault === 'cut upload') {
        site.write(chunk.subarray(0, Math.max(0, PART - passed)));
        passed += chunk.length;
        if (passed >= PART || chunk.length < 3000) setTimeout(cut, 20);
        return;
      }
      site.write(chunk);
    });
    site.on('data', (chunk) => {
      if (call && chunk.subarray(0, 12).toString('latin1').startsWith('HTTP/1.1 ')) {
        arrived.push(call);
        call = '';
        if (fault === 'drop answer') return cut();
        if (fault === 'delay') return hold(site, () => phone.write(chunk));
      }
      phone.write(chunk);
    });
    phone.on('close', () => site.end());
    site.on('close', () => phone.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${own}`,
    down() {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    up() {
      isDown = false;
    },
    cuts: () => cuts,
    calls: () => calls,
    arrived: () => arrived,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
