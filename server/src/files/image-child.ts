/** The process in which pictures are decoded. image-processes.ts starts it, and asks for one piece of work at a time. */
import { setPriority } from 'node:os';
import type { Answer, Ask } from './image-processes.ts';
import { imageWork, RefusedPicture } from './image-work.ts';

/** Below the server and its database: a page that somebody waits for comes first, and a photo still gets its share. */
const NICENESS = 5;

async function answerTo(ask: Ask): Promise<Answer> {
  try {
    const work: (input: never) => Promise<unknown> = imageWork[ask.name];
    return { value: await work(ask.input as never) };
  } catch (error) {
    if (error instanceof RefusedPicture) return { refusal: error.sentence, isTooLarge: error.isTooLarge };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

if (import.meta.main) {
  setPriority(NICENESS);
  // The server's to end: what a terminal or a service manager tells the whole group is not for the one that still works.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  // V8 sees how small its own part of a picture is, and would let the buffers of several wait.
  const tidyUp = () => globalThis.gc?.();
  process.on('message', (ask: Ask) => void answerTo(ask).then((answer) => process.send?.(answer, tidyUp)));
  process.send?.('ready');
}
