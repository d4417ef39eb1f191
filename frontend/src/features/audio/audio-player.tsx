import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import type { AudioLanguage } from './audio-queries.ts';
import { Transcript } from './transcript.tsx';
import { SKIP_S, type Player } from './use-audio-player.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];
const SLEEP_MINUTES = [10, 20, 30, 60];
const MINUTE_MS = 60_000;

interface AudioPlayerProps {
  readonly courseId: string;
  readonly language: AudioLanguage;
  readonly player: Player;
}

/** Plays a course: what is said, speed, skipping and a sleep timer. */
export function AudioPlayer({ courseId, language, player: { attach, handlers, ...player } }: AudioPlayerProps) {
  const { lesson, lessons, index } = player;
  if (!lesson) return null;
  return (
    <Stack sx={{ gap: 2, minInlineSize: 0 }}>
      <Typography component="h2" variant="h2">
        <bdi>{lesson.title}</bdi>
      </Typography>
      <Box
        component="audio"
        ref={attach}
        controls
        preload="metadata"
        src={player.source}
        aria-label={lesson.title}
        {...handlers}
        sx={{ inlineSize: '100%' }}
      />
      <ActionRow>
        <Button variant="outlined" color="inherit" disabled={index === 0} onClick={() => player.go(index - 1)}>
          {t('Previous lesson')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => player.skip(-SKIP_S)}>
          {t('Back {n} s', { n: SKIP_S })}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => player.skip(SKIP_S)}>
          {t('Forward {n} s', { n: SKIP_S })}
        </Button>
        <Button variant="outlined" color="inherit" disabled={index === lessons.length - 1} onClick={() => player.go(index + 1)}>
          {t('Next lesson')}
        </Button>
      </ActionRow>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', '& > *': { flex: '1 1 10rem' } }}>
        <SelectField
          label={t('Speed')}
          value={String(player.speed)}
          options={SPEEDS.map((speed) => ({ value: String(speed), label: `${formatNumber(speed)} ×` }))}
          onChange={({ target }) => player.changeSpeed(Number(target.value))}
        />
        <SelectField
          label={t('Sleep timer')}
          value={player.sleepAt === null ? 'off' : player.sleepAt === 'end' ? 'end' : 'on'}
          options={[
            { value: 'off', label: t('Off') },
            ...(typeof player.sleepAt === 'number' ? [{ value: 'on', label: t('Set') }] : []),
            { value: 'end', label: t('End of the lesson') },
            ...SLEEP_MINUTES.map((n) => ({ value: String(n), label: t('After {n} min', { n }) })),
          ]}
          onChange={({ target: { value } }) =>
            player.setSleepAt(value === 'off' ? null : value === 'end' ? 'end' : Date.now() + Number(value) * MINUTE_MS)
          }
        />
      </Stack>
      <Transcript courseId={courseId} lessonId={lesson.lesson_id} language={language} at={player.at} onSeek={player.seek} />
    </Stack>
  );
}
