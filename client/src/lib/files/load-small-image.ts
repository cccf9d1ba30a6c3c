import { smallImage } from './small-image.ts';

/** The small version of a stored photo; undefined where it cannot be loaded now. */
export async function loadSmallImage(url: string): Promise<Blob | undefined> {
  try {
    const answer = await fetch(smallImage(url));
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    return undefined;
  }
}
