import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Fab from '@mui/material/Fab';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { clockOf } from '#frontend/lib/clock.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover, type CoverPicture } from '#frontend/ui/course-cover.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FastForwardIcon, FastRewindIcon, PauseIcon, PlayArrowIcon, SkipNextIcon, SkipPreviousIcon } from '#frontend/ui/feature-icons.tsx';
import { PlayerKey } from '#frontend/ui/player-key.tsx';
import type { AudioLanguage } from './audio-queries.ts';
import { voiceWords } from './audio-words.ts';
import { Transcript } from './transcript.tsx';
import { SKIP_S, type Player } from './use-audio-player.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];
const SLEEP_MINUTES = [10, 20, 30, 60];

interface AudioPlayerProps {
  readonly courseId: string;
  readonly courseTitle: string;
  /** Missing: the cover is drawn. */
  readonly cover: CoverPicture | undefined;
  readonly language: AudioLanguage;
  readonly player: Player;
}

/** Plays a course: what is said, speed, skipping and a sleep timer. */
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
            <bdi>{lesson.title}</bdi>
          </Typography>
          <Slider
            size="small"
            aria-label={t('Place in the lesson')}
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
          {/* the keys of a player stand in the same order in every language */}
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
