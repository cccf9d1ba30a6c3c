import { type Audience, documentFor } from './openapi.audiences.ts';
import { served } from './openapi.shared.ts';
import { buildDocument } from './openapi.ts';

// Reading the schemas of all calls takes a second of a processor: a process apart does it (docs.plugin.ts).

/** The description as it is served, whole or for an audience, as JSON. */
export async function servedDescription({ audience }: { audience: Audience | 'all' }): Promise<string> {
  const whole = buildDocument();
  return JSON.stringify(served(audience === 'all' ? whole : documentFor(whole, audience)));
}
