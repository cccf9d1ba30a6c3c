// Stored admin data decides which screen shows first and nothing else: every call is decided by the server's session.

import type { User } from '@quickfleet/shared/people/users';
import { useSyncExternalStore } from 'react';
import { readStored, store } from './local-store.ts';

const KEY = 'quickfleet-admin';
export type StoredAdmin = Pick<User, 'id' | 'username' | 'firstName' | 'lastName'> & { role: 'admin' };

const listeners = new Set<() => void>();
const notifyAll = () => {
  for (const listener of listeners) listener();
};

const read = () => readStored(KEY);

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parse(stored: string | null): StoredAdmin | null {
  if (!stored) return null;
  try {
    const { id, username, role, firstName, lastName }: Record<string, unknown> = JSON.parse(stored);
    if (role !== 'admin' || typeof id !== 'number' || typeof username !== 'string') return null;
    return { id, username, role, firstName: textOrNull(firstName), lastName: textOrNull(lastName) };
  } catch {
    return null;
  }
}

export function storeAdmin(user: User): void {
  const { id, username, role, firstName, lastName } = user;
  if (role !== 'admin') return;
  store(KEY, JSON.stringify({ id, username, role, firstName, lastName }));
  notifyAll();
}

export function clearStoredAdmin(): void {
  store(KEY, null);
  notifyAll();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  // Signing out in one tab is seen by the others.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

export const useStoredAdmin = (): StoredAdmin | null => parse(useSyncExternalStore(subscribe, read, () => null));
export const hasStoredAdmin = (): boolean => parse(read()) !== null;
