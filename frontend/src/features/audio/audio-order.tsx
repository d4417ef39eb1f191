import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AudioStyle, CourseAudio, LessonAudio } from '#contract/audio/audio.contract.ts';
import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SelectField, type SelectGroup } from '#frontend/ui/fields/select-field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { useAudioActions } from './audio-queries.ts';
import { mechanicalVoice, orderCost, orderPrice } from './audio-words.ts';

const WHOLE = 'whole';

interface AudioOrderProps {
  readonly userId: string;
  readonly courseId: string;
  readonly audio: CourseAudio;
  /** The lesson that is selected at first; by default the whole course is. */
  readonly lessonId?: string | undefined;
}

/** Orders audio for lessons without up-to-date audio. The maximum cost is shown before the button is pressed. */
export function AudioOrder({ userId, courseId, audio, lessonId = WHOLE }: AudioOrderProps) {
  const { make, stop } = useAudioActions(userId, courseId);
  const [style, setStyle] = useState<AudioStyle>(audio.style);
  const isNew = style !== audio.style && audio.lessons.some(({ seconds }) => seconds !== null);
  const [scope, setScope] = useState(lessonId);
  const isFirst = audio.lessons.every(({ seconds }) => seconds === null);
  const open = audio.lessons.filter(({ state }) => state === 'none' || state === 'stale' || (isNew && state === 'ready'));
  const within = open.filter((one) => isWithin(one, scope));
  // the selected part may have been made in the meantime
  const wanted = within.length > 0 ? within : open;
  const chosen = within.length > 0 ? scope : WHOLE;
  const untranslated = audio.lessons.filter(({ state }) => state === 'untranslated').length;
  const { task_id: taskId, progress, problem } = audio;
  const order = () => {
    const lessons = chosen === WHOLE ? undefined : wanted.map(({ lesson_id: id }) => id);
    make.mutate({ language: audio.language, style, ...(lessons && { lessons }), acceptedPrice: orderCost(wanted) });
  };
  if (taskId !== null)
    return (
      <Stack sx={{ gap: 1 }}>
        <Typography role="status">{t('The audio is being created. You can already listen to the finished parts.')}</Typography>
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
          {t('Untranslated lessons left out: {n}', { n: untranslated })}
        </Typography>
      )}
      {!audio.available ? (
        <Typography color="textSecondary">{t('Audio is not available in this installation.')}</Typography>
      ) : (
        wanted.length > 0 && (
          <RuledSection title={t('Create audio')}>
            <Stack sx={{ gap: 1.5, maxInlineSize: '32rem', marginBlockStart: 1.5 }}>
              {isFirst && (
                <Typography>
                  {t(
                    'A service turns each lesson into a script, including formulas, tables and code. You can listen to the first lesson as soon as it is ready.',
                  )}
                </Typography>
              )}
              {open.length > 1 && (
                <SelectField
                  label={t('Lessons to read aloud')}
                  value={chosen}
                  options={[{ value: WHOLE, label: `${wholeOf(open, audio)} · ${lessonsText(open.length)}` }, ...groupsOf(open)]}
                  onChange={({ target }) => setScope(target.value)}
                />
              )}
              <SelectField
                label={t('Style')}
                value={style}
                options={[
                  { value: 'voice', label: t('One voice') },
                  { value: 'dialogue', label: t('Two voices: one asks, one explains') },
                ]}
                onChange={({ target }) => setStyle(target.value as AudioStyle)}
              />
              <Typography variant="body2" color="textSecondary">
                {orderPrice(wanted)} {audio.mechanical && mechanicalVoice()}
              </Typography>
              <ActionRow>
                {/* once there are chapters to hear, listening comes first */}
                <Button
                  {...(isFirst ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
                  aria-busy={make.isPending}
                  onClick={order}
                >
                  {t('Create audio')}
                </Button>
              </ActionRow>
            </Stack>
          </RuledSection>
        )
      )}
    </Stack>
  );
}

/** Whether a lesson is part of the selection: everything, a module by number, or the lesson itself. */
const isWithin = (one: LessonAudio, scope: string): boolean =>
  scope === WHOLE || scope === one.lesson_id || scope === String(one.module_index);

const wholeOf = (open: readonly LessonAudio[], { lessons }: CourseAudio): string =>
  open.length === lessons.length ? t('The whole course') : t('All missing lessons');

/** The modules, each with the lessons whose audio can still be made. */
const groupsOf = (open: readonly LessonAudio[]): SelectGroup[] =>
  [...new Map(open.map((one) => [one.module_index, one.module]))].map(([module, title]) => {
    const lessons = open.filter((one) => one.module_index === module);
    return {
      group: t('Module {n}', { n: module + 1 }),
      options: [
        {
          value: String(module),
          label: [t('Module {n}', { n: module + 1 }), formulaWords(title, undefined), lessonsText(lessons.length)].join(' · '),
        },
        ...lessons.map((lesson) => ({ value: lesson.lesson_id, label: formulaWords(lesson.title, undefined), dir: 'auto' as const })),
      ],
    };
  });
