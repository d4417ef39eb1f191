import { useState } from 'react';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getCourse, listCourses } from '#contract/courses/courses.contract.ts';
import { createNote, NOTE_LENGTH } from '#contract/notes/notes.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const COURSES = 100;

interface AddToNotesDialogProps {
  readonly userId: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Saves a transcript as a note on a lesson: the user selects course and lesson, and edits the text. A long text becomes several notes. */
export function AddToNotesDialog({ userId, text: said, onClose }: AddToNotesDialogProps) {
  const cache = useQueryClient();
  const [text, setText] = useState(said);
  const [chosenCourse, setCourse] = useState('');
  const [chosenLesson, setLesson] = useState('');
  // a retry reuses the ids, so it creates no duplicates
  const [ids] = useState(() => Array.from({ length: Math.ceil(said.length / (NOTE_LENGTH / 2)) + 1 }, () => crypto.randomUUID()));
  const courses = useQuery({
    queryKey: ['voice-notes', userId, 'courses'],
    queryFn: ({ signal }) => call(listCourses, { params: { user_id: userId }, query: { origin: 'all', limit: COURSES }, signal }),
  });
  const courseId = chosenCourse || courses.data?.courses[0]?.course_id;
  const course = useQuery({
    queryKey: ['voice-notes', userId, 'course', courseId],
    queryFn: ({ signal }) => call(getCourse, { params: { user_id: userId, course_id: courseId! }, signal }),
    enabled: courseId !== undefined,
  });
  const lessons = course.data?.course.modules.flatMap((module) => module.lessons) ?? [];
  const lessonId = lessons.some(({ lesson_id }) => lesson_id === chosenLesson) ? chosenLesson : lessons[0]?.lesson_id;
  const pieces = piecesOf(text, NOTE_LENGTH);
  const mayKeep = courseId !== undefined && lessonId !== undefined && pieces.length > 0 && pieces.length <= ids.length;
  const keep = useAction({
    mutationFn: async ({ course_id, lesson_id }: { course_id: string; lesson_id: string }) => {
      for (const [place, piece] of pieces.entries())
        await act(
          createNote,
          { body: { note_id: ids[place]!, course_id, lesson_id, passage: null, text: piece } },
          { lane: `note:${ids[place]!}` },
        );
    },
    onSuccess: () => {
      toast('success', t('Saved in your notes'));
      void cache.invalidateQueries({ queryKey: ['notes', userId] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('Add to notes')}
      onClose={onClose}
      onSubmit={() => {
        if (mayKeep) keep.mutate({ course_id: courseId, lesson_id: lessonId });
      }}
      actions={<FormActions label={t('Add to notes')} isDisabled={!mayKeep} isPending={keep.isPending} onClose={onClose} />}
    >
      {courses.isPending && <LoadingState label={t('Loading')} rows={3} />}
      {courses.data?.courses.length === 0 && <Typography>{t('Notes belong to lessons, and you have no course yet.')}</Typography>}
      {courses.data && courses.data.courses.length > 0 && (
        <div style={{ display: 'grid', gap: 16 }}>
          <SelectField
            label={t('Course')}
            value={courseId ?? ''}
            options={courses.data.courses.map(({ course_id, title }) => ({
              value: course_id,
              label: formulaWords(title, undefined),
              dir: 'auto',
            }))}
            onChange={({ target }) => setCourse(target.value)}
          />
          <SelectField
            label={t('Lesson')}
            value={lessonId ?? ''}
            disabled={lessons.length === 0}
            options={lessons.map(({ lesson_id, title }) => ({ value: lesson_id, label: formulaWords(title, undefined), dir: 'auto' }))}
            onChange={({ target }) => setLesson(target.value)}
          />
          <TextField
            label={t('Text')}
            multiline
            minRows={4}
            value={text}
            onChange={({ target }) => setText(target.value)}
            helper={
              pieces.length > 1 ? t('A long text becomes {n, plural, one {# note} other {# notes}}.', { n: pieces.length }) : undefined
            }
          />
        </div>
      )}
      <FormMessage
        message={
          keep.error || courses.error || course.error
            ? { kind: 'error', text: errorText(keep.error ?? courses.error ?? course.error, t('The note could not be saved.')) }
            : null
        }
      />
    </FormDialog>
  );
}

/**
 * Splits a text into pieces of at most this many characters: at the end of a sentence, else between words, else anywhere. Only spaces are
 * lost.
 */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const sentence = Math.max(...['. ', '! ', '? ', '。', '। ', '؟ '].map((end) => head.lastIndexOf(end) + 1));
    const cut = sentence > most / 2 ? sentence : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : most;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
