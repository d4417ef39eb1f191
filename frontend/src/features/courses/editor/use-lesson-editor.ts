import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { startAutosave, type Autosave, type SaveState } from './autosave.ts';
import { findUnsaved, type UnsavedDraft } from './draft-store.ts';
import { draftOf, type DraftField, type LessonDraft } from './lesson-draft.ts';

export interface LessonEditorOptions {
  readonly userId: string;
  readonly course: Pick<Course, 'course_id' | 'version'>;
  readonly lesson: Lesson;
  readonly onSaved: (lesson: Lesson, version: number) => void;
}

/** Refs of the form's four fields, to set the caret. */
export type FieldRefs = Readonly<Record<DraftField, RefObject<HTMLInputElement | HTMLTextAreaElement | null>>>;

/** The state of the lesson editor: the draft, undo, and saving. Starts with unsaved text of this tab, if there is some. */
export function useLessonEditor({ userId, course, lesson, onSaved }: LessonEditorOptions) {
  const { course_id: courseId } = course;
  const { lesson_id: lessonId } = lesson;
  const [restored] = useState<UnsavedDraft | null>(() => findUnsaved({ userId, courseId, lessonId }));
  const [start] = useState(() => restored ?? { saved: draftOf(lesson), draft: draftOf(lesson), baseVersion: course.version });
  const [history, setHistory] = useState<EditHistory>(() => startHistory(start.draft));
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const autosave = useRef<Autosave | null>(null);
  const saved = useRef(onSaved);
  useEffect(() => {
    saved.current = onSaved;
  });

  useEffect(() => {
    const saver = startAutosave({
      userId,
      courseId,
      lessonId,
      start,
      onState: setState,
      onSaved: (now, version) => saved.current(now, version),
    });
    autosave.current = saver;
    const retry = () => saver.retryNow();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      saver.stop();
    };
  }, [userId, courseId, lessonId, start]);

  useEffect(() => autosave.current?.change(history.now), [history.now]);

  const refs: FieldRefs = {
    title: useRef<HTMLInputElement>(null),
    content: useRef<HTMLTextAreaElement>(null),
    objectives: useRef<HTMLTextAreaElement>(null),
    key_takeaways: useRef<HTMLTextAreaElement>(null),
  };
  const caret = useRef<ReturnType<typeof caretAfter>>(null);
  useLayoutEffect(() => {
    const owed = caret.current;
    caret.current = null;
    const control = owed && refs[owed.field].current;
    if (!owed || !control) return;
    control.focus();
    control.setSelectionRange(owed.at, owed.at);
  });

  const move = (step: (history: EditHistory) => EditHistory) => {
    const next = step(history);
    if (next === history) return;
    caret.current = caretAfter(history.now, next.now);
    setHistory(next);
  };

  return {
    draft: history.now,
    state,
    refs,
    /** When the restored text was typed; null when there was none. */
    restoredAt: restored?.at ?? null,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (field: DraftField, value: string) => setHistory((before) => edited(before, field, value, Date.now())),
    undo: () => move(undone),
    redo: () => move(redone),
    isDirty: () => autosave.current?.isDirty() ?? false,
    flush: () => autosave.current?.flush() ?? Promise.resolve(true),
    keepMine: () => autosave.current?.keepMine(),
    takeTheirs: () => {
      const theirs: LessonDraft | null = autosave.current?.takeTheirs() ?? null;
      if (theirs) setHistory((before) => replaced(before, theirs));
    },
  };
}

/** The undo and redo steps of a draft. */
export interface EditHistory {
  readonly past: readonly LessonDraft[];
  readonly now: LessonDraft;
  readonly future: readonly LessonDraft[];
  /** The last edit, so that a burst of typing becomes one step. */
  readonly last: { readonly field: DraftField; readonly at: number } | null;
}

/** Keystrokes in one field within this interval, in ms, become one step. */
const BURST_MS = 800;
const KEPT_STEPS = 200;

export const startHistory = (now: LessonDraft): EditHistory => ({ past: [], now, future: [], last: null });

/** Records an edit of a field at a time given in ms. A line break always starts a new step. */
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
const replaced = (history: EditHistory, now: LessonDraft): EditHistory => ({
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
