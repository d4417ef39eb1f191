import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Note } from '#contract/notes/notes.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { NoteForm } from './note-form.tsx';
import { useDeleteNote, useUpdateNote } from './note-queries.ts';

/** The position of a note in words, if it must be shown. */
export function standingText({ standing, lesson }: Pick<Note, 'standing' | 'lesson'>): string | null {
  if (standing === 'changed') return t('This passage reads differently now.');
  if (standing === 'found') return null;
  return lesson ? t('This passage is no longer in the lesson.') : t('This lesson is no longer in the course.');
}

interface NoteItemProps {
  readonly userId: string;
  readonly note: Note;
  /** Whether the note is selected. */
  readonly isLookedAt?: boolean;
  /** Shown above the note: its lesson. */
  readonly head?: ReactNode;
  /** Scrolls to the passage; absent if there is none. */
  readonly onShow?: (() => void) | undefined;
}

/** A note or a highlight, with its passage. */
export function NoteItem({ userId, note, isLookedAt = false, head, onShow }: NoteItemProps) {
  const { note_id: noteId, course_id: courseId, lesson_id: lessonId } = note;
  const [isChanging, setChanging] = useState(false);
  const update = useUpdateNote({ userId, courseId, lessonId }, () => setChanging(false));
  const remove = useDeleteNote(userId);
  const said = standingText(note);
  const subject = note.text || note.passage?.quote || '';
  return (
    <Card
      component="li"
      data-note={noteId}
      data-looked-at={isLookedAt ? '' : undefined}
      tabIndex={-1}
      variant={isLookedAt ? 'tint' : 'outlined'}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, padding: 2 }}
    >
      {head}
      {note.passage && (
        <Quotation lines={4} {...languageAttributes(note.language)}>
          {note.passage.quote}
        </Quotation>
      )}
      {isChanging ? (
        <NoteForm
          label={t('Note')}
          text={note.text}
          isOptional={note.passage !== null}
          isBusy={update.isPending}
          onSave={(text) => update.mutate({ noteId, text })}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <>
          {note.text !== '' && <TypedText isSmall>{note.text}</TypedText>}
          {said !== null && (
            <Typography variant="body2" color="warning">
              {said}
            </Typography>
          )}
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5, marginBlockStart: 'auto', marginInlineStart: -1.5 }}>
            {onShow && (
              <Button size="small" color="inherit" data-closes="" onClick={onShow}>
                {t('Show in the text')}
                <VisuallyHidden> {subject.slice(0, 80)}</VisuallyHidden>
              </Button>
            )}
            <Button size="small" color="inherit" onClick={() => setChanging(true)}>
              {note.text === '' ? t('Add words') : t('Change')}
              <VisuallyHidden> {subject.slice(0, 80)}</VisuallyHidden>
            </Button>
            <Button size="small" color="inherit" aria-busy={remove.isPending} onClick={() => remove.mutate(noteId)}>
              {t('Delete')}
              <VisuallyHidden> {subject.slice(0, 80)}</VisuallyHidden>
            </Button>
          </Stack>
        </>
      )}
    </Card>
  );
}
