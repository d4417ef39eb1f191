import { memo, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { SpokenTurn } from '#contract/audio/audio.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { transcriptOf, type AudioLanguage } from './audio-queries.ts';

// wraps as the words beside it do, which the library's buttons do not
const Word = styled('button')(({ theme: { vars } }) => ({
  all: 'unset',
  cursor: 'pointer',
  borderRadius: RADIUS.inner,
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}` },
  '&[aria-current]': { backgroundColor: vars.palette.secondary.main, color: vars.palette.secondary.contrastText },
}));

interface TurnProps {
  readonly turn: SpokenTurn;
  /** Number of the word that is heard; -1: none of this turn. */
  readonly heard: number;
  readonly onSeek: (seconds: number) => void;
}

/** What one voice says. Only the turn that is heard is drawn anew with each word. */
const Turn = memo(function Turn({ turn, heard, onSeek }: TurnProps) {
  return (
    <Typography
      component="p"
      variant={turn.voice === 'second' ? 'subtitle1' : 'body1'}
      dir="auto"
      sx={{ marginBlock: 1.5, lineHeight: 1.8 }}
    >
      {turn.words.map((word, n) => (
        <span key={`${word.start} ${n}`}>
          <Word
            type="button"
            tabIndex={n === 0 ? 0 : -1}
            {...(n === heard && { 'aria-current': true as const })}
            onClick={() => onSeek(word.start)}
          >
            {word.text}
          </Word>
          {!word.glued && ' '}
        </span>
      ))}
    </Typography>
  );
});

interface TranscriptProps {
  readonly courseId: string;
  readonly lessonId: string;
  readonly language: AudioLanguage;
  /** What is heard now, in seconds. */
  readonly at: number;
  readonly onSeek: (seconds: number) => void;
}

/** What is said in a lesson: the word that is heard is marked, and a press on one goes there. */
export function Transcript({ courseId, lessonId, language, at, onSeek }: TranscriptProps) {
  const { data, error } = useQuery(transcriptOf(courseId, lessonId, language));
  const box = useRef<HTMLDivElement>(null);
  const turns = data?.turns ?? [];
  const heard = turns.map((turn) => heardIn(turn, at));
  const word = heard.join();
  // the word that is heard stays in sight; only the box is scrolled, never the page
  useEffect(() => {
    const frame = box.current;
    const marked = frame?.querySelector<HTMLElement>('[aria-current]');
    if (!frame || !marked) return;
    const [shown, own] = [frame.getBoundingClientRect(), marked.getBoundingClientRect()];
    if (own.top < shown.top || own.bottom > shown.bottom) frame.scrollTop += own.top - shown.top - shown.height / 3;
  }, [word]);
  if (error) return <Typography color="textSecondary">{t('What is said could not be loaded.')}</Typography>;
  return (
    <Box ref={box} sx={{ maxBlockSize: '28rem', overflowY: 'auto' }} tabIndex={0} role="region" aria-label={t('What is said')}>
      {turns.map((turn, n) => (
        <Turn key={n} turn={turn} heard={heard[n]!} onSeek={onSeek} />
      ))}
    </Box>
  );
}

/** Number of the word of a turn that is heard, from where it begins until the next one does; -1: none. */
function heardIn({ words }: SpokenTurn, at: number): number {
  if (words.length === 0 || at < words[0]!.start || at > words.at(-1)!.end + 0.6) return -1;
  return words.findLastIndex(({ start }) => start <= at);
}
