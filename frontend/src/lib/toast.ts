import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface ToastLink {
  /** An address within this product, e.g. `/courses/…`. */
  readonly href: string;
  readonly label: string;
}

/** A message first shown as a toast; it stays readable in the list of notifications (A03). */
export interface Notice {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly at: string;
  readonly link: ToastLink | null;
  readonly isRead: boolean;
  /** Whether this tab lists it; false when the server stores the same notification. */
  readonly isListed: boolean;
  /** Whether it is still on screen as a toast. */
  readonly isShown: boolean;
}

/** How long a toast is shown, not counting time under the pointer or with focus inside (SHELL-07). */
export const TOAST_MS = 3_000;
const KEPT = 50;

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a message for 3 s and lists it as a notification, unless the server stores it (`isListed` false). */
export function toast(kind: ToastKind, text: string, link: ToastLink | null = null, isListed = true): void {
  const notice: Notice = { id: nextId++, kind, text, at: new Date().toISOString(), link, isRead: false, isListed, isShown: true };
  set([notice, ...notices].slice(0, KEPT));
}

/** Runs a handler. @returns the ids of the toasts it showed synchronously */
export function toastsOf(handler: () => unknown): readonly number[] {
  const first = nextId;
  handler();
  return Array.from({ length: nextId - first }, (_, index) => first + index);
}

/** Hides a toast; the notice stays. */
export function hideToast(id: number): void {
  set(notices.map((notice) => (notice.id === id ? { ...notice, isShown: false } : notice)));
}

/** Hides all toasts; the notices stay. */
export function hideToasts(): void {
  if (notices.some(({ isShown }) => isShown)) set(notices.map((notice) => ({ ...notice, isShown: false })));
}

export function markNoticesRead(): void {
  if (notices.some((notice) => !notice.isRead)) set(notices.map((notice) => ({ ...notice, isRead: true })));
}

/** Empties the list on sign-out, because the next user of this browser may be another person. */
export function clearNotices(): void {
  set([]);
}

export const getNotices = (): readonly Notice[] => notices;

/** All stored notices, newest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, getNotices);
}
