const KEY = 'quickfleet-last-request';

/** The last request of this device: what its confirmation said, for who has closed it. */
export interface LastRequest {
  /** 'Quote K7M-3QF' */
  name: string;
  path: string;
  at: number;
}

export function keepRequest(request: LastRequest): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(request));
  } catch {
    // Without storage the e-mail alone has the link.
  }
}

export function readRequest(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const forgetRequest = (): void => localStorage.removeItem(KEY);
