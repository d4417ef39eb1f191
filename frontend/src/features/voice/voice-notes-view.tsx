import Grid from '@mui/material/Grid';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { VoiceNoteItem } from './voice-note-item.tsx';
import { voicePages } from './voice-queries.ts';
import { VoiceRecorder } from './voice-recorder.tsx';

interface VoiceNotesViewProps {
  readonly userId: string;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly onAskMentor: (text: string) => void;
}

/** VOX-01: the recorder, and all notes of a user with full-text search. */
export function VoiceNotesView({ userId, query, onQuery, onAskMentor }: VoiceNotesViewProps) {
  const isOff = useAgeRefusal(userId, 'voice_notes') !== null;
  const pages = useInfiniteQuery(voicePages(userId, query));
  const hasNone = query === '' && pages.data?.pages[0]?.voice_notes.length === 0;
  return (
    <Grid container spacing={2.5}>
      <Grid size={{ xs: 12, lg: 4 }}>{isOff ? <AgeNote userId={userId} rule="voice_notes" /> : <VoiceRecorder userId={userId} />}</Grid>
      <Grid size={{ xs: 12, lg: 8 }}>
        {!hasNone && (
          <TextField label={t('Search voice notes')} type="search" value={query} onChange={(event) => onQuery(event.target.value)} />
        )}
        <PagedList
          pages={pages}
          rowsOf={(page) => page.voice_notes}
          failed={t('Your voice notes could not be loaded')}
          loading={t('Loading your voice notes')}
          empty={
            <EmptyState
              title={query ? t('No voice note matches') : t('You have no voice notes yet')}
              illustration={query ? 'no-results' : 'no-notes'}
            >
              {query ? t('Try other words of its title or text.') : t('What you record and save is listed here, with its text.')}
            </EmptyState>
          }
        >
          {(notes, list) => (
            <EntryList ref={list}>
              {notes.map((note) => (
                <VoiceNoteItem key={note.id} userId={userId} note={note} onAskMentor={onAskMentor} />
              ))}
            </EntryList>
          )}
        </PagedList>
      </Grid>
    </Grid>
  );
}
