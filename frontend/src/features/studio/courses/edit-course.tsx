import { useRef, type FormEvent, useState } from 'react';
import { useBlocker } from '@tanstack/react-router';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { categoryWord, difficultyWord } from '#frontend/lib/courses/course-words.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ConflictPanel } from '#frontend/ui/dialogs/conflict-panel.tsx';
import { FormMessage, type Message } from '#frontend/ui/fields/form-message.tsx';
import { LeaveDialog } from '#frontend/ui/dialogs/leave-dialog.tsx';
import { PreviewColumns } from '#frontend/ui/frames/preview-columns.tsx';
import { FormWithBar, SaveBar } from '#frontend/ui/fields/save-bar.tsx';
import { CourseFields } from './course-fields.tsx';
import { refusedFields, type Problems } from './course-form-rules.ts';
import {
  fieldsBetween,
  formOf,
  type CourseField,
  type CourseFormValues,
  type CoursePreview,
  changesBetween,
  pick,
} from './course-form-values.ts';
import { useEditCourse } from './course-mutations.ts';
import { oneCreatorCourse } from './creator-course-queries.ts';
import { showFirst, useCourseForm, type CourseFormState } from './use-course-form.ts';

interface EditCourseProps {
  readonly userId: string;
  readonly course: CreatorCourse;
  /** Renders the typed values as the market would show them. */
  readonly renderPreview: CoursePreview;
}

/** The editor of a creator's course (G54). Changes saved elsewhere in the meantime are shown, never silently overwritten. */
export function EditCourse({ userId, course, renderPreview }: EditCourseProps) {
  const element = useRef<HTMLFormElement>(null);
  const editor = useCourseEditor(userId, course);
  const { form, isDirty, conflict } = editor;
  const blocker = useBlocker({
    // a dialog over this page does not leave it
    shouldBlockFn: ({ current, next }) => editor.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => editor.isDirty,
    withResolver: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFirst(element.current, editor.save());
  };
  return (
    <>
      {conflict && (
        <CourseConflict
          theirs={conflict}
          mine={form.values}
          changed={editor.changed}
          onKeepMine={editor.keepMine}
          onTakeTheirs={editor.takeTheirs}
        />
      )}
      <PreviewColumns preview={renderPreview(form.values)}>
        <FormWithBar ref={element} noValidate aria-label={t('Course')} onSubmit={submit}>
          <CourseFields form={form} />
          <SaveBar caption={t('Save the course')} isDirty={isDirty} isSaving={editor.isSaving}>
            <FormMessage message={editor.message} />
          </SaveBar>
        </FormWithBar>
      </PreviewColumns>
      {blocker.status === 'blocked' && (
        <LeaveDialog
          title={t('Your changes are not saved')}
          leave={t('Leave without saving')}
          onStay={blocker.reset}
          onLeave={blocker.proceed}
        >
          {t('The course stays as it was last saved. Anything you typed since then is lost.')}
        </LeaveDialog>
      )}
    </>
  );
}

const fieldWord = (field: CourseField): string =>
  ({
    title: t('Title'),
    category: t('Category'),
    description: t('Description'),
    price: t('Price in US dollars'),
    difficulty: t('Difficulty'),
    estimated_hours: t('Estimated hours'),
    objectives: t('Learning objectives'),
    tags: t('Tags'),
    requirements: t('Requirements'),
  })[field];

function textOf(values: CourseFormValues, field: CourseField): string {
  if (field === 'category') return values.category === '' ? t('None') : categoryWord(values.category);
  if (field === 'difficulty') return difficultyWord(values.difficulty);
  return values[field].trim() === '' ? t('(empty)') : values[field];
}

interface CourseConflictProps {
  readonly theirs: CreatorCourse;
  readonly mine: CourseFormValues;
  /** The fields the user has changed. */
  readonly changed: readonly CourseField[];
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/**
 * Shown when the same course was saved elsewhere in the meantime: both texts, and the choice. The typed text stays until the user decides.
 */
function CourseConflict({ theirs, mine, changed, onKeepMine, onTakeTheirs }: CourseConflictProps) {
  const other = formOf(theirs);
  const differing = fieldsBetween(other, mine).filter((field) => changed.includes(field));
  return (
    <ConflictPanel
      headingRef={focusOnMount}
      title={t('This course was changed elsewhere')}
      text={t(
        'Another window has saved a newer version. Keep your changes and overwrite the fields you edited, or use the newer version and lose your changes.',
      )}
      onKeepMine={onKeepMine}
      theirs={t('Use the newer text')}
      onTakeTheirs={onTakeTheirs}
    >
      {differing.length > 0 && (
        <Box component="dl" sx={{ margin: 0 }}>
          {differing.map((field) => (
            <Box key={field} sx={{ marginBlockStart: 1.5 }}>
              <Typography component="dt" variant="subtitle2">
                {fieldWord(field)}
              </Typography>
              <Version name={t('Your version:')} text={textOf(mine, field)} />
              <Version name={t('Newer:')} text={textOf(other, field)} />
            </Box>
          ))}
        </Box>
      )}
    </ConflictPanel>
  );
}

function Version({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Typography component="dd" variant="body2" sx={{ marginInlineStart: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      <Typography component="span" variant="inherit" color="textSecondary">
        {name}{' '}
      </Typography>
      <bdi dir="auto">{text}</bdi>
    </Typography>
  );
}

interface CourseEditor {
  readonly form: CourseFormState;
  /** The fields that differ from the last read or saved version. */
  readonly changed: readonly CourseField[];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly message: Message | null;
  /** The version that another user or window has saved in the meantime. */
  readonly conflict: CreatorCourse | null;
  /** Sends the changes; returns validation errors instead of sending. */
  readonly save: () => Problems;
  /** Applies the local changes to the other version, and saves the result. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/** The editor's state: the typed changes and the version they are based on. */
function useCourseEditor(userId: string, course: CreatorCourse): CourseEditor {
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
      setMessage({ kind: 'info', text: t('You are viewing the newer text.') });
    },
  };
}
