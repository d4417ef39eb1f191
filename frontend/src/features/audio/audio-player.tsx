import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Fab from '@mui/material/Fab';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '#frontend/lib/api-error.ts';
import { styled } from '@mui/material/styles';
import type { SpokenTurn } from '#contract/audio/audio.contract.ts';
import { clockOf } from '#frontend/lib/clock.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { CourseCover, type CoverPicture } from '#frontend/ui/course-cover.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FastForwardIcon, FastRewindIcon, PauseIcon, PlayArrowIcon, SkipNextIcon, SkipPreviousIcon } from '#frontend/ui/feature-icons.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { PlayerKey } from '#frontend/ui/player-key.tsx';
import { type AudioLanguage, transcriptOf } from './audio-queries.ts';
import { voiceWords } from './audio-words.ts';
import { SKIP_S, type Player } from './use-audio-player.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];
const SLEEP_MINUTES = [10, 20, 30, 60];

interface AudioPlayerProps {
  readonly courseId: string;
  readonly courseTitle: string;
  /** If missing, the cover is drawn. */
  readonly cover: CoverPicture | undefined;
  readonly language: AudioLanguage;
  readonly player: Player;
}

/** Plays a course: transcript, speed, skipping and a sleep timer. */
export function AudioPlayer({ courseId, courseTitle, cover, language, player: { attach, handlers, ...player } }: AudioPlayerProps) {
  const { lesson, lessons, index } = player;
  if (!lesson) return null;
  const seconds = lesson.seconds ?? 0;
  return (
    <Stack sx={{ gap: 2, minInlineSize: 0 }}>
      <Box component="audio" ref={attach} preload="metadata" src={player.source} {...handlers} />
      <Card
        variant="tint"
        sx={{
          display: 'grid',
          gridTemplateColumns: { md: '13rem minmax(0, 1fr)' },
          alignItems: 'center',
          columnGap: 3,
          rowGap: 2,
          padding: { xs: 2, md: 3 },
        }}
      >
        <CourseCover title={courseTitle} picture={cover} isFirst />
        <Box sx={{ minInlineSize: 0 }}>
          <Typography component="h2" variant="h2" sx={{ marginBlockEnd: 1 }}>
            <bdi>
              <FormulaText text={lesson.title} dir="rtl" />
            </bdi>
          </Typography>
          <Slider
            size="small"
            aria-label={t('Position in the lesson')}
            value={Math.min(player.at, seconds)}
            max={seconds}
            step={1}
            getAriaValueText={clockOf}
            onChange={(_event, to) => player.moveTo(to)}
          />
          <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
            <Typography variant="h6" component="span">
              {clockOf(player.at)}
            </Typography>
            <Typography variant="h6" component="span">
              {clockOf(seconds)}
            </Typography>
          </Stack>
          {/* the buttons of a player have the same order in every language */}
          <Stack direction="row" dir="ltr" sx={{ alignItems: 'center', justifyContent: 'center', gap: { xs: 0.5, md: 1.5 } }}>
            <PlayerKey label={t('Previous lesson')} icon={<SkipPreviousIcon />} isOff={index === 0} onPress={() => player.go(index - 1)} />
            <PlayerKey label={t('Back {n} s', { n: SKIP_S })} icon={<FastRewindIcon />} onPress={() => player.skip(-SKIP_S)} />
            <Fab color="primary" aria-label={player.isPlaying ? t('Pause') : t('Play')} onClick={player.toggle}>
              {player.isPlaying ? <PauseIcon aria-hidden /> : <PlayArrowIcon aria-hidden />}
            </Fab>
            <PlayerKey label={t('Forward {n} s', { n: SKIP_S })} icon={<FastForwardIcon />} onPress={() => player.skip(SKIP_S)} />
            <PlayerKey
              label={t('Next lesson')}
              icon={<SkipNextIcon />}
              isOff={index === lessons.length - 1}
              onPress={() => player.go(index + 1)}
            />
          </Stack>
        </Box>
      </Card>
      {player.hasFailed && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={player.retry}>
              {t('Try again')}
            </Button>
          }
        >
          {navigator.onLine ? t('This lesson could not be played.') : t('You are offline, and this lesson is not stored on this device.')}
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', '& > *': { flex: '1 1 10rem' } }}>
        <SelectField
          label={t('Speed')}
          value={String(player.speed)}
          options={SPEEDS.map((speed) => ({ value: String(speed), label: `${formatNumber(speed)} ×` }))}
          onChange={({ target }) => player.changeSpeed(Number(target.value))}
        />
        <SelectField
          label={t('Sleep timer')}
          value={player.sleep === null ? 'off' : player.sleep === 'end' ? 'end' : 'on'}
          options={[
            { value: 'off', label: t('Off') },
            ...(typeof player.sleep === 'number' ? [{ value: 'on', label: t('{n} min left', { n: player.sleep }) }] : []),
            { value: 'end', label: t('End of the lesson') },
            ...SLEEP_MINUTES.map((n) => ({ value: String(n), label: t('After {n} min', { n }) })),
          ]}
          onChange={({ target: { value } }) => player.changeSleep(value === 'off' ? null : value === 'end' ? 'end' : Number(value))}
        />
      </Stack>
      {lesson.spoken_by !== null && (
        <Typography variant="body2" color="textSecondary">
          {voiceWords(lesson.spoken_by)}
        </Typography>
      )}
      <Transcript courseId={courseId} lessonId={lesson.lesson_id} language={language} at={player.at} onSeek={player.seek} />
    </Stack>
  );
}

// wraps like the words beside it, which the library's buttons do not
const Word = styled('button')(({ theme: { vars } }) => ({
  all: 'unset',
  cursor: 'pointer',
  borderRadius: RADIUS.inner,
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}` },
  '&[aria-current]': { backgroundColor: vars.palette.secondary.main, color: vars.palette.secondary.contrastText },
}));

interface TurnProps {
  readonly turn: SpokenTurn;
  /** Index of the word being spoken; -1 for none in this turn. */
  readonly heard: number;
  readonly onSeek: (seconds: number) => void;
}

/** The text of one voice. Only the turn being spoken renders again with each word. */
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
  /** The current position, in seconds. */
  readonly at: number;
  readonly onSeek: (seconds: number) => void;
}

/** The transcript of a lesson: the word being spoken is marked, and a press on a word jumps there. */
export function Transcript({ courseId, lessonId, language, at, onSeek }: TranscriptProps) {
  const { data, error } = useQuery(transcriptOf(courseId, lessonId, language));
  const box = useRef<HTMLDivElement>(null);
  const turns = data?.turns ?? [];
  const heard = turns.map((turn) => heardIn(turn, at));
  const word = heard.join();
  // keeps the spoken word in view; only the box scrolls, never the page
  useEffect(() => {
    const frame = box.current;
    const marked = frame?.querySelector<HTMLElement>('[aria-current]');
    if (!frame || !marked) return;
    const [shown, own] = [frame.getBoundingClientRect(), marked.getBoundingClientRect()];
    if (own.top < shown.top || own.bottom > shown.bottom) frame.scrollTop += own.top - shown.top - shown.height / 3;
  }, [word]);
  if (error) return <Typography color="textSecondary">{failureText(error, t('The transcript could not be loaded.'))}</Typography>;
  return (
    <Box ref={box} sx={{ maxBlockSize: '28rem', overflowY: 'auto' }} tabIndex={0} role="region" aria-label={t('Transcript')}>
      {turns.map((turn, n) => (
        <Turn key={n} turn={turn} heard={heard[n]!} onSeek={onSeek} />
      ))}
    </Box>
  );
}

/** Index of the word of a turn that is being spoken, from its start until the next word starts; -1 for none. */
function heardIn({ words }: SpokenTurn, at: number): number {
  if (words.length === 0 || at < words[0]!.start || at > words.at(-1)!.end + 0.6) return -1;
  return words.findLastIndex(({ start }) => start <= at);
}
