import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 5000;

export interface Answer {
  status: number;
  body: string;
  ms: number;
}
/** How somebody fared: calls, how many of them were answered, and the 95th percentile of the time it took (ms). */
export interface Fared {
  calls: number;
  answered: number;
  p95: number;
}

/** One browser at one address, which keeps its cookies and its connections. */
export class Person {
  readonly name: string;
  readonly #url: string;
  readonly #address: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #cookies = new Map<string, string>();
  constructor(name: string, url: string, address: string) {
    this.name = name;
    this.#url = url;
    this.#address = address;
  }

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const began = performance.now();
    return new Promise((done) => {
      const end = (status: number, text: string) => done({ status, body: text, ms: performance.now() - began });
      const call = request(`${this.#url}${path}`, {
        method,
        agent: this.#agent,
        localAddress: this.#address,
        timeout: PATIENCE_MS,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      });
      call.once('timeout', () => call.destroy());
      call.once('error', () => end(0, ''));
      call.once('response', async (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          this.#cookies.set(name, value);
        }
        const chunks = await answer.toArray().catch(() => undefined);
        if (chunks) end(answer.statusCode ?? 0, Buffer.concat(chunks).toString());
        else end(0, '');
      });
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** The JSON of a success. */
  async get<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.ask(method, path, body);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  }

  /** Works for so long, one call after the other with a short look at each. */
  async work(
    seconds: number,
    calls: readonly (readonly [method: string, path: string, body?: unknown])[],
  ): Promise<Fared> {
    const until = performance.now() + seconds * 1000;
    const times: number[] = [];
    let answered = 0;
    for (let n = 0; performance.now() < until; n++) {
      const [method, path, body] = calls[n % calls.length] ?? ['GET', '/healthz'];
      const { status, ms } = await this.ask(method, path, body);
      times.push(ms);
      if (status >= 200 && status < 400) answered++;
      await pause(60);
    }
    return {
      calls: times.length,
      answered,
      p95: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0,
    };
  }

  leave(): void {
    this.#agent.destroy();
  }
}
