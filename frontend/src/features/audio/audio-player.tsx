import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Transcript } from './transcript.tsx';
import { SKIP_S, useAudioPlayer } from './use-audio-player.ts';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];
const SLEEP_MINUTES = [10, 20, 30, 60];
const MINUTE_MS = 60_000;

interface AudioPlayerProps {
  readonly userId: string;
  readonly courseId: string;
  readonly audio: CourseAudio;
  /** The lesson it begins with; by default the one where its listener stopped. */
  readonly firstId?: string | undefined;
}

/** Plays a course: its chapters, what is said, speed, skipping and a sleep timer. */
export function AudioPlayer({ userId, courseId, audio, firstId }: AudioPlayerProps) {
  const { attach, handlers, ...player } = useAudioPlayer({ userId, courseId, audio, firstId });
  const { lesson, lessons, index } = player;
  if (!lesson) return null;
  return (
    <Box sx={{ display: 'grid', gap: 4, alignItems: 'start', gridTemplateColumns: { lg: 'minmax(0, 1fr) 20rem' } }}>
      <Stack sx={{ gap: 2, minInlineSize: 0 }}>
        <Typography component="h2" variant="h2" dir="auto">
          {lesson.title}
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
        <Transcript courseId={courseId} lessonId={lesson.lesson_id} language={audio.language} at={player.at} onSeek={player.seek} />
      </Stack>
      <Stack sx={{ gap: 1 }}>
        <Typography component="h2" variant="h3">
          {t('Chapters')}
        </Typography>
        <List disablePadding aria-label={t('Chapters')}>
          {lessons.map((one, n) => (
            <ListItem key={one.lesson_id} disablePadding>
              <ListItemButton selected={n === index} {...(n === index && { 'aria-current': true as const })} onClick={() => player.go(n)}>
                <ListItemText
                  primary={<span dir="auto">{one.title}</span>}
                  secondary={[
                    one.module,
                    formatDuration(one.seconds ?? 0),
                    ...(one.state === 'stale' ? [t('of an earlier version of the lesson')] : []),
                  ].join(' · ')}
                />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Stack>
    </Box>
  );
}
