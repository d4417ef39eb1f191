import { useMemo, useSyncExternalStore } from 'react';
import type { FormValues } from '#frontend/features/generation/builder/form-values.ts';

/** A course this user requested in this browser, with its form, so that it can be requested again. */
export interface RecentRun {
  readonly task_id: string;
  readonly values: FormValues;
  /** The course already existed before this request. */
  readonly isRepeat?: boolean;
}

const KEPT = 5;
const keyFor = (userId: string): string => `recent_runs:${userId}`;
const listeners = new Set<() => void>();
const inMemory = new Map<string, string>();

function readText(userId: string): string {
  try {
    return localStorage.getItem(keyFor(userId)) ?? inMemory.get(userId) ?? '[]';
  } catch {
    return inMemory.get(userId) ?? '[]';
  }
}

function parse(text: string): readonly RecentRun[] {
  try {
    const runs: unknown = JSON.parse(text);
    return Array.isArray(runs) ? (runs as RecentRun[]) : [];
  } catch {
    return [];
  }
}

function write(userId: string, runs: readonly RecentRun[]): void {
  const text = JSON.stringify(runs.slice(0, KEPT));
  inMemory.set(userId, text);
  try {
    localStorage.setItem(keyFor(userId), text);
  } catch {
    // Storage is unavailable: `inMemory` has them until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

/** The user's most recently started runs, newest first. */
export const recentRuns = (userId: string): readonly RecentRun[] => parse(readText(userId));

export function rememberRun(userId: string, run: RecentRun): void {
  write(userId, [run, ...recentRuns(userId).filter(({ task_id }) => task_id !== run.task_id)]);
}

export function forgetRun(userId: string, taskId: string): void {
  const runs = recentRuns(userId);
  if (runs.some(({ task_id }) => task_id === taskId)) {
    write(
      userId,
      runs.filter(({ task_id }) => task_id !== taskId),
    );
  }
}

export const findRecentRun = (userId: string, taskId: string): RecentRun | undefined =>
  recentRuns(userId).find(({ task_id }) => task_id === taskId);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useRecentRuns(userId: string): readonly RecentRun[] {
  const text = useSyncExternalStore(subscribe, () => readText(userId));
  return useMemo(() => parse(text), [text]);
}
