// Stored admin data decides which screen shows first and nothing else: every call is decided by the server's session.

import type { User } from '@quickfleet/shared/people/users';
import { useSyncExternalStore } from 'react';

const KEY = 'quickfleet-admin';
export type StoredAdmin = Pick<User, 'id' | 'username' | 'firstName' | 'lastName'> & { role: 'admin' };

const listeners = new Set<() => void>();
const notifyAll = () => {
  for (const listener of listeners) listener();
};

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

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
  try {
    localStorage.setItem(KEY, JSON.stringify({ id, username, role, firstName, lastName }));
  } catch {
    // Without storage the session alone carries the sign-in.
  }
  notifyAll();
}

export function clearStoredAdmin(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing can have been stored then.
  }
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
