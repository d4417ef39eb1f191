import { useDeferredValue, useRef, type ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { exportNotes, NOTE_SEARCH_LENGTH, type Note } from '#contract/notes/notes.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { NoteItem } from './note-item.tsx';
import { allNotes } from './note-queries.ts';

interface NotesViewProps {
  readonly userId: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** A link to where the first note can be made: the next lesson to read. */
  readonly way?: ReactNode;
}

/** All notes and highlights of the user, newest first, with search and export. */
export function NotesView({ userId, query, onQuery, way }: NotesViewProps) {
  const rows = useRef<HTMLUListElement>(null);
  const q = useDeferredValue(query.trim().slice(0, NOTE_SEARCH_LENGTH));
  const list = useInfiniteQuery(allNotes(userId, q));
  const take = useAction({
    mutationFn: () => callForFile(exportNotes, { query: { q: q || undefined } }),
    onSuccess: ({ file, name }) => saveFile(file, name ?? 'coursewright-notes.md'),
    onError: (error) => toast('error', errorText(error, t('The notes could not be exported.'))),
  });
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? [];
  if (list.error && !list.data)
    return <ErrorState title={t('The notes could not be loaded')} error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingState label={t('Loading your notes')} rows={6} />;
  if (q === '' && notes.length === 0) {
    return (
      <EmptyState subject="notes" title={t('No notes yet')} actions={way}>
        {t('Select a passage in a lesson to highlight it or to write a note on it. All of them are listed here.')}
      </EmptyState>
    );
  }
  return (
    <>
      <Stack direction="row" useFlexGap role="search" sx={{ flexWrap: 'wrap', alignItems: 'end', gap: 2, marginBlockEnd: 3 }}>
        <Box sx={{ flex: '1 1 14rem' }}>
          <SearchField
            label={t('Search your notes')}
            maxLength={NOTE_SEARCH_LENGTH}
            value={query}
            onChange={({ target }) => onQuery(target.value)}
          />
        </Box>
        <Button variant="outlined" color="inherit" aria-busy={take.isPending} disabled={notes.length === 0} onClick={() => take.mutate()}>
          {t('Export as Markdown')}
        </Button>
      </Stack>
      {notes.length === 0 ? (
        <EmptyState subject="search" title={t('No note matches')}>
          {t('Try other words.')}
        </EmptyState>
      ) : (
        <Box
          component="ul"
          ref={rows}
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))',
            margin: 0,
            padding: 0,
            listStyle: 'none',
          }}
        >
          {notes.map((note) => (
            <NoteItem key={note.note_id} userId={userId} note={note} head={<NoteHead note={note} />} />
          ))}
        </Box>
      )}
      <ShowMore pages={list} list={rows} />
    </>
  );
}

/** The lesson a note belongs to, as a link. */
function NoteHead({ note }: { readonly note: Note }) {
  const { lesson, course_id: courseId, course_title: title, created_at: createdAt } = note;
  return (
    <Typography component="div" variant="body2" color="textSecondary">
      <MetaLine
        facts={[
          lesson ? (
            <TextLink
              key="lesson"
              dir="auto"
              to="/courses/$courseId/learn/$module/$lesson"
              params={{ courseId, module: String(lesson.module), lesson: String(lesson.lesson) }}
            >
              {lesson.module + 1}.{lesson.lesson + 1} <FormulaText text={lesson.title} dir="rtl" />
            </TextLink>
          ) : (
            <TextLink key="course" dir="auto" to="/courses/$courseId" params={{ courseId }}>
              <FormulaText text={title} dir="rtl" />
            </TextLink>
          ),
          lesson && (
            <span key="of" dir="auto">
              <FormulaText text={title} dir="rtl" />
            </span>
          ),
          formatDate(createdAt),
        ]}
      />
    </Typography>
  );
}
