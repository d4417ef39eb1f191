import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Note } from '#contract/notes/notes.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { NoteForm } from './note-form.tsx';
import { useDeleteNote, useUpdateNote } from './note-queries.ts';

const Item = styled('li')(({ theme }) => ({
  paddingBlock: 12,
  paddingInlineStart: 12,
  borderInlineStart: `3px solid ${theme.vars.palette.secondary.main}`,
  '& + &': { marginBlockStart: 12 },
  '&[data-standing="orphaned"], &[data-standing="changed"]': { borderColor: theme.vars.palette.warning.main },
  '&[data-looked-at]': { backgroundColor: theme.vars.palette.background.sunken },
  '& p': { margin: '6px 0 0', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& blockquote': {
    ...theme.typography.body2,
    margin: 0,
    overflowWrap: 'anywhere',
    color: theme.vars.palette.text.secondary,
    display: '-webkit-box',
    WebkitLineClamp: 4,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
}));
const MessageText = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  marginBlockStart: 6,
  color: theme.vars.palette.warning.main,
}));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 4, marginBlockStart: 4, marginInlineStart: -8 });

/** The position of a note, where it must be shown. */
export function standingText({ standing, lesson }: Pick<Note, 'standing' | 'lesson'>): string | null {
  if (standing === 'changed') return t('This passage reads differently now.');
  if (standing === 'found') return null;
  return lesson ? t('This passage is not in the lesson any more.') : t('This lesson is not in the course any more.');
}

interface NoteItemProps {
  readonly userId: string;
  readonly note: Note;
  /** The note is selected. */
  readonly isLookedAt?: boolean;
  /** Above the note: its lesson. */
  readonly head?: ReactNode;
  /** Scrolls to the passage; absent where there is none. */
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
    <Item data-standing={note.standing} data-note={noteId} data-looked-at={isLookedAt ? '' : undefined} tabIndex={-1}>
      {head}
      {note.passage && <blockquote {...languageAttributes(note.language)}>{note.passage.quote}</blockquote>}
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
          {note.text !== '' && <p dir="auto">{note.text}</p>}
          {said !== null && <MessageText>{said}</MessageText>}
          <Actions>
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
          </Actions>
        </>
      )}
    </Item>
  );
}
