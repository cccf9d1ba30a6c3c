import text from '../../../../../CHANGELOG.md?raw';
import { changesIn, newestIn } from './changes.ts';

/** All that ever changed, and what the newest release changed. 20 kB: loaded when somebody reads it. */
export const changes = changesIn(text);
export const newest = newestIn(text);
