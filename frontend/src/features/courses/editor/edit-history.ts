import type { DraftField, LessonDraft } from './lesson-draft.ts';

/** The undo and redo steps of a draft. */
export interface EditHistory {
  readonly past: readonly LessonDraft[];
  readonly now: LessonDraft;
  readonly future: readonly LessonDraft[];
  /** The last edit, so that a burst of typing becomes one step. */
  readonly last: { readonly field: DraftField; readonly at: number } | null;
}

/** Keystrokes in one field within this interval become one step. In ms. */
const BURST_MS = 800;
const KEPT_STEPS = 200;

export const startHistory = (now: LessonDraft): EditHistory => ({ past: [], now, future: [], last: null });

/** Records an edit of a field at a time in ms. A line break always starts a new step. */
export function edited(history: EditHistory, field: DraftField, value: string, at: number): EditHistory {
  if (history.now[field] === value) return history;
  const now = { ...history.now, [field]: value };
  const isBurst =
    history.last?.field === field && at - history.last.at < BURST_MS && !(value.length > history.now[field].length && value.endsWith('\n'));
  return {
    past: isBurst ? history.past : [...history.past, history.now].slice(-KEPT_STEPS),
    now,
    future: [],
    last: { field, at },
  };
}

/** Replaces the whole draft, e.g. by the other side of a conflict. Can be undone. */
export const replaced = (history: EditHistory, now: LessonDraft): EditHistory => ({
  past: [...history.past, history.now].slice(-KEPT_STEPS),
  now,
  future: [],
  last: null,
});

export function undone(history: EditHistory): EditHistory {
  const before = history.past.at(-1);
  return before ? { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], last: null } : history;
}

export function redone(history: EditHistory): EditHistory {
  const [next, ...future] = history.future;
  return next ? { past: [...history.past, history.now], now: next, future, last: null } : history;
}

/** Returns the field that differs between two drafts, and the end of the difference in the later one, for the caret. */
export function caretAfter(before: LessonDraft, after: LessonDraft): { field: DraftField; at: number } | null {
  const field = (['title', 'content', 'objectives', 'key_takeaways'] as const).find((name) => before[name] !== after[name]);
  if (!field) return null;
  const [a, b] = [before[field], after[field]];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return { field, at: b.length - tail };
}
