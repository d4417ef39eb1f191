import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { runStatus } from '#frontend/lib/polling/poll-run.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';

type Note = Lesson['notes'][number];

const languageName = (language: string): string => translateServerText(language.charAt(0).toUpperCase() + language.slice(1).toLowerCase());

/** A note on a lesson for its reader, in plain words. */
export function noteText(note: Note, language: string): string {
  if (note === 'language') return t('This lesson could not be written in {language}.', { language: languageName(language) });
  if (note === 'reading_level') return t('This lesson is harder to read than you requested.');
  if (note === 'age') return t('This topic is not meant for readers under 18.');
  if (note === 'no_practice') return t('Its quiz and its exercises have not been written.');
  if (note === 'quiz_unchecked') return t('Its quiz was left out: no service could check it.');
  if (note === 'quiz_dropped') return t('Its quiz was left out: the service that checked it disagreed with its answers.');
  if (note === 'not_sourced') return t('Nothing in this lesson is supported by your sources.');
  if (note === 'unfinished') return t('This lesson is incomplete: no service wrote a complete version.');
  if (note === 'unsourced_study') return t('This lesson names a study without a source. Check it before you rely on it.');
  if (note === 'too_long') return t('This lesson is much longer than you requested.');
  return note === 'length' ? t('This lesson is much shorter than you requested.') : t('Edited by you.');
}

const OF_PRACTICE: readonly Note[] = ['no_practice', 'quiz_unchecked', 'quiz_dropped'];

interface LessonNotesProps {
  readonly notes: readonly Note[];
  readonly language: string;
  /** For a live lesson: its id and the run of its course, through which missing practice can be written. */
  readonly live?: { readonly lessonId: string; readonly taskId: string | null };
}

/** The notes on a lesson; renders nothing when there are none. */
export function LessonNotes({ notes, language, live }: LessonNotesProps) {
  if (notes.length === 0) return null;
  return (
    <Alert role="note" severity={notes.every((note) => note === 'edited') ? 'info' : 'warning'} sx={{ marginBlockEnd: 2.5 }}>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {notes.map((note) => (
          <li key={note}>
            {noteText(note, language)}
            {live?.taskId && OF_PRACTICE.includes(note) && <PracticeLink taskId={live.taskId} lessonId={live.lessonId} />}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** The link to where the missing practice can be written; renders nothing if it cannot. */
function PracticeLink({ taskId, lessonId }: { readonly taskId: string; readonly lessonId: string }) {
  const { data: run } = useQuery(runStatus(taskId));
  const isToBeHad = run?.items.some(({ id, practice_failures: failures }) => id === lessonId && failures !== undefined);
  if (!isToBeHad) return null;
  return (
    <>
      {' '}
      <TextLink to="/create/runs/$taskId" params={{ taskId }}>
        {t('Write the practice at no cost')}
      </TextLink>
    </>
  );
}
