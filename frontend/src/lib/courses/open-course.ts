import { useSyncExternalStore } from 'react';

/** The course being studied: while one is open, the navigation shows Learning (SHELL-03). */
export interface OpenCourse {
  readonly courseId: string;
  readonly title: string;
  /** Zero-based, as in the URL. */
  readonly module: number;
  readonly lesson: number;
}

const KEY = 'open_course';
const listeners = new Set<() => void>();
let current: OpenCourse | null | undefined;

function load(): OpenCourse | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as OpenCourse | null;
  } catch {
    return null;
  }
}

function getOpenCourse(): OpenCourse | null {
  if (current === undefined) current = load();
  return current;
}

/** Sets the place that Learning returns to; null closes the course. Stored per tab, so it survives a reload. */
export function setOpenCourse(course: OpenCourse | null): void {
  current = course;
  try {
    if (course === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(course));
  } catch {
    // Storage is unavailable: the course stays open until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

export function useOpenCourse(): OpenCourse | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, getOpenCourse);
}
