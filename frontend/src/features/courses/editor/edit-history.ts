import type { DraftField, LessonDraft } from './lesson-draft.ts';

/** Drafts one can go back to, and forward to again. */
export interface EditHistory {
  readonly past: readonly LessonDraft[];
  readonly now: LessonDraft;
  readonly future: readonly LessonDraft[];
  /** What the last edit was, so that one burst of typing is one step. */
  readonly last: { readonly field: DraftField; readonly at: number } | null;
}

/** Keys pressed within this of one another, in one field, are one step. In ms. */
const BURST_MS = 800;
const KEPT_STEPS = 200;

export const startHistory = (now: LessonDraft): EditHistory => ({ past: [], now, future: [], last: null });

/** What was typed into one field at a time in ms. A line break always begins a new step. */
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

/** The whole draft is another, e.g. the other side of a conflict was taken. Can be undone. */
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

/** Which field differs between two drafts, and where in the later one the difference ends: there the caret belongs. */
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
