import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { startAutosave, type Autosave, type SaveState } from './autosave.ts';
import { findUnsaved, type UnsavedDraft } from './draft-store.ts';
import { caretAfter, edited, redone, replaced, startHistory, undone, type EditHistory } from './edit-history.ts';
import { draftOf, type DraftField, type LessonDraft } from './lesson-draft.ts';

export interface LessonEditorOptions {
  readonly userId: string;
  readonly course: Pick<Course, 'course_id' | 'version'>;
  readonly lesson: Lesson;
  readonly onSaved: (lesson: Lesson, version: number) => void;
}

/** Refs of the form's four fields, for the caret. */
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
