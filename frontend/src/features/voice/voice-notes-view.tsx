import Alert from '@mui/material/Alert';
import Grid from '@mui/material/Grid';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type SyntheticEvent } from 'react';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { TITLE_CHARACTERS, VOICE_SECONDS } from '#contract/voice/voice.contract.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { useHasTranscription } from '#frontend/lib/about.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { clockOf } from '#frontend/lib/clock.ts';
import { formatMoment } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { useRecorder, type Recorder } from './use-recorder.ts';
import type { VoiceDraft } from './voice-draft.ts';
import { VoiceNoteItem } from './voice-note-item.tsx';
import { voicePages, saveRecording, voiceKey } from './voice-queries.ts';

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
        {!hasNone && <SearchField label={t('Search voice notes')} value={query} onChange={(event) => onQuery(event.target.value)} />}
        <PagedList
          pages={pages}
          rowsOf={(page) => page.voice_notes}
          failed={t('Your voice notes could not be loaded')}
          loading={t('Loading your voice notes')}
          empty={
            <EmptyState subject={query ? 'search' : 'notes'} title={query ? t('No voice note matches') : t('No voice notes yet')}>
              {query ? t('Try other words from its title or text.') : t('Your saved recordings are listed here with their transcripts.')}
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

/** VOX-01: record, pause, stop and play, then save or discard. */
function VoiceRecorder({ userId }: { readonly userId: string }) {
  const recorder = useRecorder(userId);
  const { state, seconds, level, draft, problem } = recorder;
  const isWrittenDown = useHasTranscription();
  return (
    <SectionCard
      title={t('Record')}
      line={t('Up to {n} minutes. Your recording stays in this browser until you save it.', { n: VOICE_SECONDS / 60 })}
    >
      <Stack sx={{ gap: 2 }}>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Typography variant="h5" component="span" role="timer" aria-label={t('Recorded')}>
            {clockOf(seconds)}
          </Typography>
          <Actions recorder={recorder} />
        </Stack>
        {(state === 'recording' || state === 'paused') && (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
            <Typography variant="body2">{state === 'recording' ? t('Recording') : t('Paused')}</Typography>
            <LinearProgress
              role="meter"
              variant="determinate"
              color="secondary"
              aria-label={t('Loudness')}
              value={Math.round(level * 100)}
              sx={{ flex: 1 }}
            />
          </Stack>
        )}
        {!isWrittenDown && (
          <Alert severity="info" role="note">
            {t('Transcription is not set up here: you can record and listen, but your recordings are not transcribed.')}
          </Alert>
        )}
        <FormMessage message={problem ? { kind: 'error', text: problem } : null} />
        {state === 'stopped' && draft && <Preview key={draft.id} userId={userId} draft={draft} onGone={() => void recorder.discard()} />}
      </Stack>
    </SectionCard>
  );
}

function Actions({ recorder }: { readonly recorder: Recorder }) {
  const { state } = recorder;
  if (state === 'idle' || state === 'loading')
    return (
      <Button variant="contained" disabled={state === 'loading'} onClick={() => void recorder.start()}>
        {t('Start recording')}
      </Button>
    );
  if (state === 'stopped') return null;
  return (
    <>
      {state === 'recording' ? (
        <Button variant="outlined" color="inherit" onClick={recorder.pause}>
          {t('Pause')}
        </Button>
      ) : (
        <Button variant="outlined" color="inherit" onClick={recorder.resume}>
          {t('Continue')}
        </Button>
      )}
      <Button variant="contained" onClick={recorder.stop}>
        {t('Stop')}
      </Button>
    </>
  );
}

/** VOX-06: the default title of a note, in local time. */
const defaultTitle = (draft: VoiceDraft): string => t('Voice Note {when}', { when: formatMoment(new Date(draft.startedAt).toISOString()) });

/** Chromium's recorder writes no length into the file; seeking to its end makes the player determine it. */
function showLength({ currentTarget: audio }: SyntheticEvent<HTMLAudioElement>): void {
  if (Number.isFinite(audio.duration)) return;
  audio.addEventListener('durationchange', () => (audio.currentTime = 0), { once: true });
  audio.currentTime = Number.MAX_SAFE_INTEGER;
}

interface PreviewProps {
  readonly userId: string;
  readonly draft: VoiceDraft;
  readonly onGone: () => void;
}

function Preview({ userId, draft, onGone }: PreviewProps) {
  const cache = useQueryClient();
  const [title, setTitle] = useState(() => defaultTitle(draft));
  const [sent, setSent] = useState(0);
  const [address] = useState(() => URL.createObjectURL(new Blob([...draft.chunks], { type: draft.type })));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const save = useAction({
    mutationFn: () => saveRecording(draft, title.trim(), setSent),
    onSuccess: (note) => {
      onGone();
      if (note) toast('success', t('Voice note saved'));
      void cache.invalidateQueries({ queryKey: voiceKey(userId) });
    },
  });
  const failed = save.error && failureText(save.error, t('Failed to save voice note'));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      style={{ display: 'grid', gap: 16 }}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the recording has not been transcribed yet */}
      <audio controls src={address} aria-label={t('Your recording')} onLoadedMetadata={showLength} style={{ inlineSize: '100%' }} />
      <TextField label={t('Title')} value={title} onChange={(event) => setTitle(event.target.value.slice(0, TITLE_CHARACTERS))} />
      {save.isPending && sent > 0 && (
        <div>
          <p role="status">{t('{progress}% sent', { progress: Math.round(sent * 100) })}</p>
          <ProgressMeter label={t('Sent')} value={Math.round(sent * 100)} />
        </div>
      )}
      <FormMessage message={failed ? { kind: 'error', text: failed } : null} />
      <ActionRow>
        <Button type="submit" variant="contained" aria-busy={save.isPending}>
          {t('Save')}
        </Button>
        <Button color="inherit" disabled={save.isPending} onClick={onGone}>
          {t('Discard')}
        </Button>
      </ActionRow>
    </form>
  );
}
