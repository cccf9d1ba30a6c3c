import { quantile } from './growth.ts';
import type { SignedIn } from './sign-in.ts';

export interface HintTiming {
  p50: number;
  p95: number;
  most: number;
  /** How many of the quotes had similar ones. */
  found: number;
}

const WARM_UP = 10;
const PAGE = 100;

/** Quotes of every age: pages of the list, evenly spread over it. */
async function someQuotes({ read }: SignedIn, count: number): Promise<number[]> {
  const pages = Number((await read(`/api/v1/quotes?limit=${PAGE}`)).body['totalPages']);
  const ids: number[] = [];
  for (let turn = 0; ids.length < count; turn++) {
    const page = 1 + ((turn * Math.max(1, Math.floor(pages / 10))) % pages);
    const { body } = await read(`/api/v1/quotes?limit=${PAGE}&page=${page}`);
    const rows = body['data'] as { id: number }[];
    for (let at = turn % 5; at < rows.length && ids.length < count; at += 5) ids.push(rows[at]?.id ?? 0);
  }
  return ids;
}

/** How long the price hint takes for different quotes, for each the first time and once more. */
export async function timeHint(company: SignedIn, calls: number): Promise<{ first: HintTiming; again: HintTiming }> {
  const ids = await someQuotes(company, calls + WARM_UP);
  const measure = async (): Promise<HintTiming> => {
    const times: number[] = [];
    let found = 0;
    for (const id of ids.slice(WARM_UP)) {
      const { body, ms } = await company.read(`/api/v1/quotes/${id}/hint`);
      times.push(ms);
      if (body['range'] !== null) found++;
    }
    return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), most: Math.max(...times), found };
  };
  for (const id of ids.slice(0, WARM_UP)) await company.read(`/api/v1/quotes/${id}/hint`);
  return { first: await measure(), again: await measure() };
}
