import type { Readable } from 'node:stream';
import { now, type RequestContext } from '../../http/context.ts';
import type { About } from '../../pdf/document.ts';
import type { HeavyFile } from '../../process/heavy/heavy.ts';

/** What a file says of itself. */
export const aboutPaper = (ctx: Pick<RequestContext, 'services'>, title: string, author: string): About => ({
  title,
  author,
  at: now(ctx),
  mark: ctx.services.config.paperMark,
});

/** A file to hand out, and the name to keep it under; its size where it is known before the last byte. */
export interface Paper {
  name: string;
  size?: number;
  bytes: Readable;
}

/** A paper in words, drawn by heavy work into a file of its own: `draw` gets the file's path. */
export const paperOf = async (
  { services }: Pick<RequestContext, 'services'>,
  name: string,
  draw: (to: { path: string }) => Promise<HeavyFile>,
): Promise<Paper> => ({ name, ...(await draw({ path: services.incoming.place() })) });
