import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { audioCost, type AudioStyle, type CourseAudio } from '#contract/audio/audio.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { useAudioActions } from './audio-queries.ts';

const WHOLE = 'whole';

interface AudioOrderProps {
  readonly userId: string;
  readonly courseId: string;
  readonly audio: CourseAudio;
}

/** Has the lessons spoken that are not up to date. The most it can cost is shown before the button is pressed. */
export function AudioOrder({ userId, courseId, audio }: AudioOrderProps) {
  const { make, stop } = useAudioActions(userId, courseId);
  const [style, setStyle] = useState<AudioStyle>(audio.style);
  const isNew = style !== audio.style && audio.lessons.some(({ seconds }) => seconds !== null);
  const [scope, setScope] = useState(WHOLE);
  const open = audio.lessons.filter(({ state }) => state === 'none' || state === 'stale' || (isNew && state === 'ready'));
  const modules = [...new Map(open.map((one) => [one.module_index, one.module]))];
  // what was chosen may have been made meanwhile
  const chosen = modules.some(([n]) => String(n) === scope) ? scope : WHOLE;
  const wanted = open.filter((one) => chosen === WHOLE || String(one.module_index) === chosen);
  const minutes = wanted.reduce((sum, one) => sum + one.minutes, 0);
  const untranslated = audio.lessons.filter(({ state }) => state === 'untranslated').length;
  const { task_id: taskId, progress, problem } = audio;
  const order = () => {
    const lessons = chosen === WHOLE ? undefined : wanted.map(({ lesson_id: id }) => id);
    make.mutate({ language: audio.language, style, ...(lessons && { lessons }) });
  };
  if (taskId !== null)
    return (
      <Stack sx={{ gap: 1 }}>
        <Typography role="status">{t('It is being made. What is ready can be heard already.')}</Typography>
        <ProgressMeter label={t('Audio of this course')} value={progress} />
        <ActionRow>
          <Button variant="outlined" color="inherit" aria-busy={stop.isPending} onClick={() => stop.mutate(taskId)}>
            {t('Stop')}
          </Button>
        </ActionRow>
      </Stack>
    );
  return (
    <Stack sx={{ gap: 1.5 }}>
      {problem !== null && <Typography color="error">{translateServerText(problem)}</Typography>}
      {untranslated > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('Lessons that are not translated yet are left out: {n}', { n: untranslated })}
        </Typography>
      )}
      {!audio.available ? (
        <Typography color="textSecondary">{t('Audio cannot be made in this installation.')}</Typography>
      ) : (
        wanted.length > 0 && (
          <Stack sx={{ gap: 1.5, maxInlineSize: '32rem' }}>
            {audio.lessons.every(({ seconds }) => seconds === null) && (
              <Typography>
                {t(
                  'A service puts each lesson into spoken words: formulas, tables and code too. You hear the first as soon as it is ready.',
                )}
              </Typography>
            )}
            {modules.length > 1 && (
              <SelectField
                label={t('What is spoken')}
                value={chosen}
                options={[
                  { value: WHOLE, label: t('The whole course') },
                  ...modules.map(([n, title]) => ({ value: String(n), label: title, dir: 'auto' as const })),
                ]}
                onChange={({ target }) => setScope(target.value)}
              />
            )}
            <SelectField
              label={t('How it is told')}
              value={style}
              options={[
                { value: 'voice', label: t('One voice tells it') },
                { value: 'dialogue', label: t('Two voices: one asks, one explains') },
              ]}
              onChange={({ target }) => setStyle(target.value as AudioStyle)}
            />
            <Typography variant="body2" color="textSecondary">
              {t('About {minutes} minutes: at most {n} tokens, paid by the minute.', { minutes, n: formatTokens(audioCost(minutes)) })}{' '}
              {audio.mechanical && t('A mechanical voice of this installation speaks, because no service with voices is configured.')}
            </Typography>
            <ActionRow>
              <Button variant="contained" aria-busy={make.isPending} onClick={order}>
                {t('Make it')}
              </Button>
            </ActionRow>
          </Stack>
        )
      )}
    </Stack>
  );
}
