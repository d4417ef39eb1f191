import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import {
  deleteVoiceNote,
  editVoiceNote,
  TEXT_CHARACTERS,
  TITLE_CHARACTERS,
  transcribeVoiceNote,
  type VoiceNote,
} from '#contract/voice/voice.contract.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, failureText } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { AddToNotesDialog } from './add-to-notes-dialog.tsx';
import { clockOf } from './clock.ts';
import { VoicePlayer } from './voice-player.tsx';
import { voiceKey } from './voice-queries.ts';

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  paddingBlock: 20,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& h3': { ...theme.typography.body1, fontWeight: 650, margin: 0, overflowWrap: 'anywhere' },
  '& p': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
}));
const Facts = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

interface VoiceNoteItemProps {
  readonly userId: string;
  readonly note: VoiceNote;
  /** Sends the text to the mentor; the page provides the navigation. */
  readonly onAskMentor: (text: string) => void;
}

/** A note: play, read, correct, use, rename, delete. */
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
    <Item>
      <h3>
        <bdi>{note.title}</bdi>
      </h3>
      <Facts>
        {clockOf(note.duration)} · {formatWhen(note.created_at)}
        {note.edited && ` · ${t('corrected')}`}
      </Facts>
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
          <Actions>
            <Button type="submit" size="small" variant="outlined" color="inherit" aria-busy={edit.isPending}>
              {t('Save')}
            </Button>
            <Button size="small" color="inherit" onClick={() => setDraft(null)}>
              {t('Cancel')}
            </Button>
          </Actions>
        </form>
      ) : (
        <MessageText note={note} isHidden={isOpen && hasText && !note.edited} />
      )}
      <Actions>
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
      </Actions>
      {isAdding && <AddToNotesDialog userId={userId} text={note.transcription} onClose={() => setAdding(false)} />}
      {isAsking && (
        <ConfirmDialog
          title={t('Delete this voice note?')}
          act={t('Delete')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p dir="auto">{note.title}</p>
        </ConfirmDialog>
      )}
    </Item>
  );
}

/** Why nothing is transcribed here; in development also how to install a model that does it on this machine. */
function NoTranscription() {
  const isSandbox = useIsSandboxAi();
  return (
    <>
      {` · ${t('This installation has no transcription service.')} `}
      {isSandbox && (
        <>
          {t('To transcribe English on this machine, run:')} <code>npm run offline-speech</code>
        </>
      )}
    </>
  );
}

/** The transcript of a note, or why there is none. */
function MessageText({ note, isHidden }: { readonly note: VoiceNote; readonly isHidden: boolean }) {
  const { transcription_status: status, transcription, language } = note;
  if (isHidden) return null;
  if (status === 'transcribing') return <p role="status">{t('Being written down…')}</p>;
  if (status === 'ready')
    return transcription === '' ? (
      <Facts>{t('It has no speech.')}</Facts>
    ) : (
      <p dir="auto" {...(language && { lang: language })}>
        {transcription}
      </p>
    );
  return (
    <Facts>
      {t('Auto-transcription not available')}
      {status === 'none' && <NoTranscription />}
    </Facts>
  );
}
