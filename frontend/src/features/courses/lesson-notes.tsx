import { styled } from '@mui/material/styles';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { t, told } from '#frontend/lib/text.ts';

type Note = Lesson['notes'][number];

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  listStyle: 'none',
  margin: '0 0 20px',
  paddingBlock: 2,
  paddingInlineStart: 12,
  borderInlineStart: `3px solid ${theme.vars.palette.warning.main}`,
  '&[data-only="edited"]': { borderColor: theme.vars.palette.line.waiting },
}));

const languageName = (language: string): string => told(language.charAt(0).toUpperCase() + language.slice(1).toLowerCase());

/** What the reader should know of a lesson, in plain words. */
export function noteText(note: Note, language: string): string {
  if (note === 'language') return t('This lesson could not be had in {language}.', { language: languageName(language) });
  if (note === 'reading_level') return t('This lesson is harder to read than asked.');
  if (note === 'age') return t('This topic is not meant for readers under 18.');
  if (note === 'no_practice') return t('Its quiz and its exercises have not been written.');
  if (note === 'quiz_unchecked') return t('Its quiz was left out: no second service could check it.');
  if (note === 'too_long') return t('This lesson is much longer than asked.');
  return note === 'length' ? t('This lesson is much shorter than asked.') : t('Edited by you.');
}

/** The notes of a lesson; nothing when there is nothing to know. */
export function LessonNotes({ notes, language }: { readonly notes: readonly Note[]; readonly language: string }) {
  if (notes.length === 0) return null;
  return (
    <List data-only={notes.every((note) => note === 'edited') ? 'edited' : undefined}>
      {notes.map((note) => (
        <li key={note}>{noteText(note, language)}</li>
      ))}
    </List>
  );
}
