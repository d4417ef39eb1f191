import { useEffect, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { stopRun } from '#contract/platform/runs.contract.ts';
import { translateCourse, type CourseTranslation } from '#contract/translation/course-translation.contract.ts';
import { useHasTranslation } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { courseLanguageName } from './language-words.ts';
import { NamesDialog } from './names-dialog.tsx';
import {
  chooseCourseLanguage,
  languagesOfCourse,
  translationsKey,
  useCourseLanguage,
  type CourseLanguage,
} from './course-language-choice.ts';

/** Selects the reading language of a course, and shows what can be translated at what price. One progress display per course. */
export function CourseLanguagePanel({ courseId }: { readonly courseId: string }) {
  const { data } = useQuery(languagesOfCourse(courseId));
  const chosen = useCourseLanguage(courseId);
  if (!data) return null;
  const { source_language: source, translations } = data;
  const one = translations.find(({ language }) => language === chosen);
  return (
    <RuledSection title={t('Language of the course')}>
      <SectionBody>
        <Box sx={{ width: 'min(100%, 420px)' }}>
          <SelectField
            label={t('Read in')}
            value={one?.language ?? source}
            options={[
              { value: source, label: courseLanguageName(source) },
              ...translations.map(({ language, ready }) => ({
                value: language,
                label:
                  ready > 0
                    ? courseLanguageName(language)
                    : t('{language}: not translated yet', { language: courseLanguageName(language) }),
              })),
            ]}
            onChange={({ target }) => chooseCourseLanguage(courseId, target.value === source ? null : (target.value as CourseLanguage))}
          />
        </Box>
        {one && <Translation key={one.language} courseId={courseId} one={one} source={source} />}
      </SectionBody>
    </RuledSection>
  );
}

function standingWords({ ready, stale, missing }: CourseTranslation, source: string): string {
  if (stale + missing === 0) return t('An AI service translated this course. Your progress counts in every language.');
  const of = { n: stale + missing, all: ready + stale + missing, language: courseLanguageName(source) };
  if (ready + stale === 0) return t('Nothing is translated yet. Until then you read it in {language}.', of);
  return stale > 0
    ? t(
        '{n, plural, one {# of {all} lessons is new or was changed since it was translated. You read it in {language}.} other {# of {all} lessons are new or were changed since they were translated. You read those in {language}.}}',
        of,
      )
    : t(
        '{n, plural, one {# of {all} lessons is not translated. You read it in {language}.} other {# of {all} lessons are not translated. You read those in {language}.}}',
        of,
      );
}

function Translation({ courseId, one, source }: { readonly courseId: string; readonly one: CourseTranslation; readonly source: string }) {
  const cache = useQueryClient();
  const hasTranslation = useHasTranslation();
  const sendOnce = useSendOnce();
  const [isEditing, setEditing] = useState(false);
  const { language, stale, missing, is_frame_stale: isFrameStale, cost, task_id: taskId, progress, ready } = one;
  const refresh = () => cache.invalidateQueries({ queryKey: translationsKey(courseId) });
  // refetches newly translated lessons at once
  useEffect(
    () => void cache.invalidateQueries({ queryKey: [...translationsKey(courseId), language] }),
    [cache, courseId, language, ready, taskId],
  );
  const start = useAction({
    mutationFn: () =>
      sendOnce([courseId, language, cost], (headers) => call(translateCourse, { params: { course_id: courseId, language }, headers })),
    onSuccess: refresh,
  });
  const stop = useAction({
    mutationFn: (id: string) => call(stopRun, { params: { task_id: id }, query: { keep: 'true' } }),
    onSuccess: refresh,
  });
  const shortfall = shortfallFrom(start.error);
  if (taskId !== null) {
    return (
      <div role="status">
        <Typography sx={{ marginBlock: 1 }}>{t('The course is being translated: {progress}%', { progress })}</Typography>
        <ProgressMeter label={t('Translation')} value={progress} />
        <ActionRow>
          <Button color="inherit" variant="outlined" aria-busy={stop.isPending} onClick={() => stop.mutate(taskId)}>
            {t('Stop and keep the finished translations')}
          </Button>
        </ActionRow>
      </div>
    );
  }
  const isOpen = stale + missing > 0 || isFrameStale;
  return (
    <>
      <Typography sx={{ marginBlock: 1 }}>{standingWords(one, source)}</Typography>
      {isOpen && !hasTranslation && (
        <Typography color="textSecondary">{t('Translating needs an AI service. This installation has none.')}</Typography>
      )}
      <ActionRow>
        {isOpen && hasTranslation && (
          <Button variant="contained" aria-busy={start.isPending} onClick={() => start.mutate(undefined)}>
            {cost === 0 ? t('Translate the title again') : t('Translate for {tokens} tokens', { tokens: formatTokens(cost) })}
          </Button>
        )}
        {ready + stale > 0 && (
          <Button color="inherit" variant="outlined" onClick={() => setEditing(true)}>
            {t('Names and terms')}
          </Button>
        )}
      </ActionRow>
      {shortfall && <ShortfallNote shortfall={shortfall} />}
      <FormMessage
        message={
          start.error && !shortfall ? { kind: 'error', text: errorText(start.error, t('The translation could not be started.')) } : null
        }
      />
      {isEditing && <NamesDialog courseId={courseId} language={language} onClose={() => setEditing(false)} />}
    </>
  );
}
