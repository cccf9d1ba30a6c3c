import { readStored, store } from './local-store.ts';

const KEY = 'quickfleet-last-request';

/** The last request of this device: what its confirmation said, for who has closed it. */
export interface LastRequest {
  /** 'Quote K7M-3QF' */
  name: string;
  path: string;
  at: number;
}

export const keepRequest = (request: LastRequest): boolean => store(KEY, JSON.stringify(request));
export const readRequest = (): string | null => readStored(KEY);
export const forgetRequest = (): boolean => store(KEY, null);
