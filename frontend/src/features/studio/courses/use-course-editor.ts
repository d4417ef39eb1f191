import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import type { Message } from '#frontend/ui/fields/form-message.tsx';
import { refusedFields, type Problems } from './course-form-rules.ts';
import { changesBetween, fieldsBetween, formOf, pick, type CourseField, type CourseFormValues } from './course-form-values.ts';
import { useEditCourse } from './course-mutations.ts';
import { oneCreatorCourse } from './creator-course-queries.ts';
import { useCourseForm, type CourseFormState } from './use-course-form.ts';

export interface CourseEditor {
  readonly form: CourseFormState;
  /** The fields that differ from the last read or saved version. */
  readonly changed: readonly CourseField[];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly message: Message | null;
  /** The version that another user or window has saved meanwhile. */
  readonly conflict: CreatorCourse | null;
  /** Sends the changes; returns validation errors instead of sending. */
  readonly save: () => Problems;
  /** Applies the local changes to the other version, and saves the result. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/** The editor's state: the typed changes and the version they are based on. */
export function useCourseEditor(userId: string, course: CreatorCourse): CourseEditor {
  const cache = useQueryClient();
  const edit = useEditCourse(userId, course.id);
  const [base, setBase] = useState(course);
  const [conflict, setConflict] = useState<CreatorCourse | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const form = useCourseForm(formOf(course), () => setMessage(null));
  const changed = fieldsBetween(formOf(base), form.values);

  const refuse = (error: Error) => {
    setMessage({ kind: 'error', text: t('The course could not be saved. {reason}', { reason: errorText(error, t('Unknown error')) }) });
    form.refuse(refusedFields(error));
  };
  const send = (from: CreatorCourse, values: CourseFormValues) => {
    setMessage(null);
    edit.mutate(
      { version: from.version, ...changesBetween(formOf(from), values) },
      {
        onSuccess: (saved) => {
          setBase(saved);
          setConflict(null);
          form.replace(formOf(saved));
          setMessage({ kind: 'info', text: t('Saved.') });
        },
        onError: async (error) => {
          if (!(error instanceof ApiError && error.code === 'course.version_conflict')) return refuse(error);
          try {
            setConflict(await cache.fetchQuery({ ...oneCreatorCourse(userId, course.id), staleTime: 0 }));
          } catch (failure) {
            refuse(failure as Error);
          }
        },
      },
    );
  };
  return {
    form,
    changed,
    isDirty: changed.length > 0,
    isSaving: edit.isPending,
    message,
    conflict,
    save: () => {
      const problems = form.check();
      if (Object.keys(problems).length === 0 && !edit.isPending) {
        if (changed.length > 0) send(base, form.values);
        else setMessage({ kind: 'info', text: t('Nothing has changed.') });
      }
      return problems;
    },
    keepMine: () => {
      if (!conflict) return;
      const mine = { ...formOf(conflict), ...pick(form.values, changed) };
      setBase(conflict);
      form.replace(mine);
      send(conflict, mine);
    },
    takeTheirs: () => {
      if (!conflict) return;
      setBase(conflict);
      form.replace(formOf(conflict));
      setConflict(null);
      setMessage({ kind: 'info', text: t('You see the newer text.') });
    },
  };
}
