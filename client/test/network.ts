// The network of a phone, as a test wants it: calls that are answered, cut, or never answered at all.
import { vi } from 'vitest';

type Answer = { status?: number; body: unknown } | 'cut' | 'silence';

export class Network {
  /** By the path without its query; what is not named stays without an answer. */
  readonly #answers = new Map<string, Answer>();
  readonly #waiting: { path: string; give: (answer: Answer) => void; runOut: () => void }[] = [];
  /** The paths that were asked for, in order. */
  readonly asked: string[] = [];

  /** Answers what waits for this path now, and what asks for it from now on. */
  answer(path: string, body: unknown, status = 200): void {
    this.#set(path, { status, body });
  }
  cut(path: string): void {
    this.#set(path, 'cut');
  }
  /** Whatever asks for it waits. */
  hold(path: string): void {
    this.#set(path, 'silence');
  }
  #set(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
    for (const call of this.#take(path)) call.give(answer);
  }
  /** The time that the page gives a call for its answer is over. */
  runOut(path: string): void {
    for (const call of this.#take(path)) call.runOut();
  }
  #take(path: string) {
    const taken = this.#waiting.filter((call) => call.path === path);
    for (const call of taken) this.#waiting.splice(this.#waiting.indexOf(call), 1);
    return taken;
  }

  ask(path: string, give: (answer: Answer) => void, runOut: () => void): void {
    this.asked.push(path);
    const answer = this.#answers.get(path) ?? 'silence';
    if (answer === 'silence')
      this.#waiting.push({
        path,
        give: (late) => (late === 'silence' ? this.ask(path, give, runOut) : give(late)),
        runOut,
      });
    else setTimeout(() => give(answer));
  }
}

/** Puts every XMLHttpRequest of the page on a network of the test's own. */
export function useNetwork(): Network {
  const network = new Network();
  class Request {
    readonly upload = {};
    timeout = 0;
    status = 0;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    ontimeout = () => {};
    onloadend = () => {};
    #path = '';
    open(_method: string, url: string): void {
      this.#path = url.replace(/\?.*$/, '');
    }
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      const give = (answer: Answer) => {
        if (answer === 'silence') return;
        if (answer === 'cut') this.onerror();
        else {
          this.status = answer.status ?? 200;
          this.responseText = JSON.stringify(answer.body);
          this.onload();
        }
        this.onloadend();
      };
      // Without a time limit a call that is never answered ends never.
      network.ask(this.#path, give, () => this.timeout > 0 && this.ontimeout());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network')));
  return network;
}
