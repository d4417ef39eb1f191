import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface ToastLink {
  /** An address of this product, e.g. `/courses/…`. */
  readonly href: string;
  readonly label: string;
}

/** A message once shown as a toast; it stays readable in the notification list (A03). */
export interface Notice {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly at: string;
  readonly link: ToastLink | null;
  readonly isRead: boolean;
  /** In the list of this tab; false when the server keeps a notification of the same. */
  readonly isListed: boolean;
  /** Still on screen as a toast. */
  readonly isShown: boolean;
}

/** How long a toast is on screen, not counting time under the pointer or with focus inside (SHELL-07). */
export const TOAST_MS = 3_000;
const KEPT = 50;

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Says something for 3 s and keeps it in the notification list, unless the server does (`isListed` false). */
export function toast(kind: ToastKind, text: string, link: ToastLink | null = null, isListed = true): void {
  const notice: Notice = { id: nextId++, kind, text, at: new Date().toISOString(), link, isRead: false, isListed, isShown: true };
  set([notice, ...notices].slice(0, KEPT));
}

/** Takes a toast off the screen; the notice stays. */
export function hideToast(id: number): void {
  set(notices.map((notice) => (notice.id === id ? { ...notice, isShown: false } : notice)));
}

export function markNoticesRead(): void {
  if (notices.some((notice) => !notice.isRead)) set(notices.map((notice) => ({ ...notice, isRead: true })));
}

/** Empties the list: the next person at this screen is somebody else. */
export function clearNotices(): void {
  set([]);
}

export const getNotices = (): readonly Notice[] => notices;

/** All kept notices, newest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, getNotices);
}
