import { useSyncExternalStore } from 'react';
import { isQuiet } from '#frontend/lib/preferences/quiet-hours.ts';
import { isPushWanted } from '#frontend/lib/push-choice.ts';

/** `unsupported`: this browser has no notifications; `unwanted`: switched off in the settings; `refused`: the browser does not allow them here. */
export type NotifyState = 'unsupported' | 'unwanted' | 'off' | 'on' | 'refused';

const KEY = 'notify_me';
const listeners = new Set<() => void>();
const inMemory = new Set<string>();

const isSupported = (): boolean => typeof Notification !== 'undefined' && isSecureContext;

function wishes(): Set<string> {
  try {
    return new Set([...inMemory, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[])]);
  } catch {
    return inMemory;
  }
}

function keep(taskId: string, isWished: boolean): void {
  const next = wishes();
  if (isWished) next.add(taskId);
  else next.delete(taskId);
  inMemory.clear();
  for (const wish of next) inMemory.add(wish);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...next]));
  } catch {
    // Storage is unavailable: `inMemory` keeps it until a reload.
  }
  for (const listener of listeners) listener();
}

function stateOf(taskId: string): NotifyState {
  if (!isSupported()) return 'unsupported';
  if (!isPushWanted()) return 'unwanted';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && wishes().has(taskId) ? 'on' : 'off';
}

/** Requests the browser's notification permission, which needs a user gesture, and stores the wish for this tab. */
export async function askToNotify(taskId: string): Promise<void> {
  if (!isSupported()) return;
  const permission = await Notification.requestPermission();
  keep(taskId, permission === 'granted');
}

/**
 * Shows a system notification if it was requested for this run and the page is hidden, outside quiet hours. Clicking it focuses the page.
 * Does nothing in browsers without support (on phones, only installed apps have it); the list of notifications shows it in any case.
 */
export function notifyIfHidden(taskId: string, text: { title: string; body: string }, onOpen: () => void): void {
  if (!document.hidden || stateOf(taskId) !== 'on' || isQuiet()) return;
  try {
    const notification = new Notification(text.title, { body: text.body, tag: taskId });
    notification.addEventListener('click', () => {
      window.focus();
      onOpen();
      notification.close();
    });
  } catch {
    // On this device notifications are possible only from a service worker.
  }
}

/** The notification state of one run. */
export function useNotifyState(taskId: string): NotifyState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => stateOf(taskId),
  );
}
