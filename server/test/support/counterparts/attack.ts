import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

const MB = 1024 * 1024;

const ofProcess = (pid: number | string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8');
/** Resident memory of one process in MB, as Linux counts it; one that has just ended is there without memory. */
export const ownMb = async (pid: number | string) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await ofProcess(pid, 'status'))?.[1] ?? 0) / 1024;

/** The same of several processes of one program; its files are in memory once for all of them. */
export async function togetherMb(pids: readonly number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => ofProcess(pid, 'status').catch(() => '')));
  const of = (name: string) => texts.map((text) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? 0));
  return (of('RssAnon').reduce((sum, kb) => sum + kb, 0) + Math.max(...of('RssFile'))) / 1024;
}

/** Resident memory in MB, as Linux counts it, of a server and of the processes in which it decodes pictures. */
export async function residentMb(pid: number): Promise<number> {
  const children = (await ofProcess(pid, `task/${pid}/children`)).split(' ').filter(Boolean);
  const decoders = await Promise.all(
    children.map(async (child) => {
      // A process that has ended since uses no memory.
      const command = await ofProcess(child, 'cmdline').catch(() => '');
      return command.includes('image-child') ? ownMb(child).catch(() => 0) : 0;
    }),
  );
  return decoders.reduce((sum, mb) => sum + mb, await ownMb(pid));
}

/** Clients that do not cooperate: they ignore whatever comes, the end included, until `end`. */
export class HostileClients {
  readonly #sockets = new Set<Socket>();

  /** A connection from this address that has sent `text`. */
  async open(at: string, text: string, from = '127.0.0.1'): Promise<Socket> {
    const { hostname, port } = new URL(at);
    const socket = connect({ host: hostname, port: Number(port), localAddress: from, allowHalfOpen: true });
    socket.on('error', () => undefined);
    // Read and thrown away, as any client's kernel does: what the server still says must not keep it.
    socket.resume();
    this.#sockets.add(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  /** Begins an upload of 60 MB of photos and stops after `megabytes`; resolves when these are sent, or the end came. */
  async halfUpload(at: string, megabytes: number, from = '127.0.0.1'): Promise<Socket> {
    const head = `--x\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const socket = await this.open(
      at,
      `POST /api/v1/uploads HTTP/1.1\r\nHost: ${new URL(at).host}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${60 * MB}\r\n\r\n${head}`,
      from,
    );
    const gone = new Promise((done) => socket.once('close', done));
    const chunk = Buffer.alloc(MB, 1);
    for (let sent = 0; sent < megabytes && socket.writable; sent++) {
      // Each photo stays below what one may have.
      if (sent > 0 && sent % 14 === 0) socket.write(`\r\n${head}`);
      if (!socket.write(chunk)) await Promise.race([new Promise((done) => socket.once('drain', done)), gone]);
    }
    return socket;
  }

  /** How many the server has not ended yet. */
  get held(): number {
    return [...this.#sockets].filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }
}
