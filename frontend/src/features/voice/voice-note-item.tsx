import { useState, useEffect, useRef } from 'react';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import { styled, useTheme } from '@mui/material/styles';
import {
  deleteVoiceNote,
  editVoiceNote,
  TEXT_CHARACTERS,
  TITLE_CHARACTERS,
  transcribeVoiceNote,
  type VoiceNote,
  voiceCaptions,
} from '#contract/voice/voice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, failureText } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { AddToNotesDialog } from './add-to-notes-dialog.tsx';
import { clockOf } from '#frontend/lib/clock.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { voiceKey, wordsOf } from './voice-queries.ts';

const Quiet = (props: TypographyProps) => <Typography component="div" variant="body2" color="textSecondary" {...props} />;

interface VoiceNoteItemProps {
  readonly userId: string;
  readonly note: VoiceNote;
  /** Sends the text to the mentor; the page provides the navigation. */
  readonly onAskMentor: (text: string) => void;
}

/** A note, with actions to play, read, correct, use, rename and delete it. */
export function VoiceNoteItem({ userId, note, onAskMentor }: VoiceNoteItemProps) {
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [draft, setDraft] = useState<{ title: string; text: string } | null>(null);
  const params = { voice_note_id: note.id };
  const again = () => cache.invalidateQueries({ queryKey: voiceKey(userId) });
  const fail = (error: Error) => toast('error', errorText(error, t('That did not work. Please try again.')));
  const hasText = note.transcription_status === 'ready' && note.transcription !== '';
  const edit = useAction({
    mutationFn: ({ title, text }: { title: string; text: string }) => {
      const isNew = text !== note.transcription;
      return call(editVoiceNote, { params, body: { ...(title.trim() && { title: title.trim() }), ...(isNew && { transcription: text }) } });
    },
    onSuccess: async () => {
      await again();
      setDraft(null);
    },
    onError: fail,
  });
  const retry = useAction({ mutationFn: () => call(transcribeVoiceNote, { params }), onSuccess: again, onError: fail });
  const remove = useAction({
    mutationFn: () => call(deleteVoiceNote, { params, fallback: t('Failed to delete voice note') }),
    onSuccess: async () => {
      toast('success', t('Voice note deleted'));
      await again();
    },
    onError: (error) => toast('error', failureText(error, t('Failed to delete voice note'))),
  });
  const copy = () =>
    navigator.clipboard.writeText(note.transcription).then(
      () => toast('success', t('Copied')),
      () => toast('error', t('That did not work. Please try again.')),
    );
  return (
    <ListItem divider sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, paddingBlock: 2 }}>
      <div>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>
            <FormulaText text={note.title} dir="rtl" />
          </bdi>
        </Typography>
        <Quiet>
          <MetaLine facts={[clockOf(note.duration), formatWhen(note.created_at), note.edited && t('corrected')]} />
        </Quiet>
      </div>
      {isOpen && <VoicePlayer userId={userId} note={note} />}
      {draft ? (
        <form
          style={{ display: 'grid', gap: 12 }}
          onSubmit={(event) => {
            event.preventDefault();
            edit.mutate(draft);
          }}
        >
          <TextField
            label={t('Title')}
            value={draft.title}
            onChange={(event) => setDraft({ ...draft, title: event.target.value.slice(0, TITLE_CHARACTERS) })}
          />
          {hasText && (
            <TextField
              label={t('Text')}
              multiline
              value={draft.text}
              onChange={(event) => setDraft({ ...draft, text: event.target.value.slice(0, TEXT_CHARACTERS) })}
            />
          )}
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button type="submit" size="small" variant="outlined" color="inherit" aria-busy={edit.isPending}>
              {t('Save')}
            </Button>
            <Button size="small" color="inherit" onClick={() => setDraft(null)}>
              {t('Cancel')}
            </Button>
          </Stack>
        </form>
      ) : (
        <MessageText note={note} isHidden={isOpen && hasText && !note.edited} />
      )}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" color="inherit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Close player') : t('Play')}
        </Button>
        {note.transcription_status === 'failed' && (
          <Button size="small" variant="outlined" color="inherit" aria-busy={retry.isPending} onClick={() => retry.mutate()}>
            {t('Try again')}
          </Button>
        )}
        {hasText && (
          <>
            <Button size="small" color="inherit" onClick={() => void copy()}>
              {t('Copy text')}
            </Button>
            <Button size="small" color="inherit" onClick={() => setAdding(true)}>
              {t('Add to notes')}
            </Button>
            <Button size="small" color="inherit" onClick={() => onAskMentor(note.transcription)}>
              {t('Ask the mentor')}
            </Button>
          </>
        )}
        {!draft && (
          <Button size="small" color="inherit" onClick={() => setDraft({ title: note.title, text: note.transcription })}>
            {hasText ? t('Edit') : t('Rename')}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => setAsking(true)}>
          {t('Delete')}
        </Button>
      </Stack>
      {isAdding && <AddToNotesDialog userId={userId} text={note.transcription} onClose={() => setAdding(false)} />}
      {isAsking && (
        <ConfirmDialog
          title={t('Delete this voice note?')}
          act={t('Delete')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p dir="auto">
            <FormulaText text={note.title} dir="rtl" />
          </p>
        </ConfirmDialog>
      )}
    </ListItem>
  );
}

/** The transcript of a note, or why there is none. */
function MessageText({ note, isHidden }: { readonly note: VoiceNote; readonly isHidden: boolean }) {
  const { transcription_status: status, transcription, language } = note;
  if (isHidden) return null;
  if (status === 'transcribing') return <Quiet role="status">{t('Transcribing…')}</Quiet>;
  if (status === 'ready')
    return transcription === '' ? (
      <Quiet>{t('The recording contains no speech.')}</Quiet>
    ) : (
      <Typography dir="auto" {...(language && { lang: language })} sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {transcription}
      </Typography>
    );
  return (
    <Quiet>
      {t('Auto-transcription not available')}
      {status === 'none' && ` · ${t('Transcription is not set up here')}`}
    </Quiet>
  );
}

const Words = styled('p')(({ theme }) => ({
  ...theme.typography.body1,
  lineHeight: 1.7,
  '& button': { all: 'unset', cursor: 'pointer', borderRadius: 2 },
  '& button:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}` },
  '& [aria-current]': { background: theme.vars.palette.secondary.main, color: theme.vars.palette.secondary.contrastText },
}));

interface VoicePlayerProps {
  readonly userId: string;
  readonly note: VoiceNote;
}

/** Plays a note with its waveform; words are highlighted during playback, and a click on a word jumps there. */
function VoicePlayer({ userId, note }: VoicePlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const wave = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { palette } = useTheme();
  const { data } = useQuery({ ...wordsOf(userId, note.id), enabled: note.transcription_status === 'ready' });
  const colour = palette.primary.main;
  const rest = palette.text.disabled;
  useEffect(() => {
    let isGone = false;
    let drawn: { destroy(): void } | null = null;
    const draw = async () => {
      // 17 kB that only the player needs; without them the browser's own player is used
      const loaded = await import('wavesurfer.js').catch(() => null);
      if (isGone || !loaded || !wave.current || !audio.current) return;
      const options = { container: wave.current, media: audio.current, height: 48, waveColor: rest, progressColor: colour };
      drawn = loaded.default.create(options);
    };
    void draw();
    return () => {
      isGone = true;
      drawn?.destroy();
    };
  }, [colour, rest]);
  const said = data?.words.findIndex(({ start, end }) => at >= start && at < end) ?? -1;
  return (
    <div>
      <div ref={wave} aria-hidden="true" />
      <audio
        ref={audio}
        controls
        preload="metadata"
        src={note.audio_data}
        aria-label={formulaWords(note.title, undefined)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        style={{ inlineSize: '100%' }}
      >
        <track kind="captions" src={voiceCaptions.path.replace(':voice_note_id', note.id)} label={t('Captions')} />
      </audio>
      {data && data.words.length > 0 && (
        <Words dir="auto" {...(note.language && { lang: note.language })}>
          {data.words.map((word, index) => (
            <span key={`${word.start} ${index}`}>
              <button
                type="button"
                {...(index === said && { 'aria-current': true })}
                onClick={() => {
                  if (!audio.current) return;
                  audio.current.currentTime = word.start;
                  void audio.current.play().catch(() => undefined);
                }}
              >
                {word.text}
              </button>{' '}
            </span>
          ))}
        </Words>
      )}
    </div>
  );
}
