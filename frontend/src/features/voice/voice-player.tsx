import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { styled, useTheme } from '@mui/material/styles';
import { voiceCaptions, type VoiceNote } from '#contract/voice/voice.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { wordsOf } from './voice-queries.ts';

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

/** Plays a note with its waveform; words are highlighted during playback, and a click on one seeks to it. */
export function VoicePlayer({ userId, note }: VoicePlayerProps) {
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
        aria-label={note.title}
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
