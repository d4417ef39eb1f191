import { useEffect } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { translateLesson, translationCost } from '#contract/translation/course-translation.contract.ts';
import { useHasTranslation } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { courseLanguageName } from './language-words.ts';
import {
  chooseCourseLanguage,
  courseIn,
  languagesOfCourse,
  translationsKey,
  useCourseLanguage,
  type CourseLanguage,
} from './course-language-choice.ts';

/** Beside a lesson: the languages of its course's translations, and whether this lesson is translated. Renders nothing without translations. */
export default function ReadingLanguage({ courseId, lessonId }: { readonly courseId: string; readonly lessonId: string }) {
  const { data } = useQuery(languagesOfCourse(courseId));
  const chosen = useCourseLanguage(courseId);
  const { data: translated } = useQuery({ ...courseIn(courseId, chosen ?? 'english'), enabled: chosen !== null });
  const ready = data?.translations.filter((one) => one.ready + one.stale > 0) ?? [];
  const value = ready.find(({ language }) => language === chosen)?.language ?? data?.source_language;
  const now = ready.find(({ language }) => language === value);
  const hasTranslation = useHasTranslation();
  const cache = useQueryClient();
  const sendOnce = useSendOnce();
  const start = useAction({
    mutationFn: () =>
      sendOnce([courseId, value ?? '', lessonId], (headers) =>
        call(translateLesson, {
          params: { course_id: courseId, language: value as CourseLanguage, lesson_id: lessonId },
          headers,
          acceptedPrice: translationCost(1),
          fallback: t('The translation could not be started.'),
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: translationsKey(courseId) }),
    onError: (error) => toast('error', errorText(error, t('The translation could not be started.'))),
  });
  // shows the lesson as soon as it is translated
  const readyLessons = now?.ready ?? 0;
  useEffect(
    () => void cache.invalidateQueries({ queryKey: [...translationsKey(courseId), value] }),
    [cache, courseId, value, readyLessons],
  );
  if (!data || ready.length === 0) return null;
  const isBeingTranslated = now !== undefined && (now.task_id !== null || now.lesson_tasks.some((task) => task.lesson_id === lessonId));
  const isOwn = value !== data.source_language && translated?.untranslated.includes(lessonId) === true;
  return (
    <div>
      <SelectField
        label={t('Read in')}
        value={value ?? ''}
        options={[data.source_language, ...ready.map(({ language }) => language)].map((language) => ({
          value: language,
          label: courseLanguageName(language),
        }))}
        onChange={({ target }) =>
          chooseCourseLanguage(courseId, target.value === data.source_language ? null : (target.value as CourseLanguage))
        }
      />
      <Typography variant="body2" color="textSecondary" role="status">
        {isOwn
          ? isBeingTranslated
            ? t('This lesson is being translated.')
            : t('The current version of this lesson is not translated. You can translate it on the course page.')
          : value !== data.source_language && t('An AI service translated this course. Your progress counts in every language.')}
      </Typography>
      {isOwn && hasTranslation && !isBeingTranslated && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-busy={start.isPending}
          onClick={() => start.mutate(undefined)}
          sx={{ marginBlockStart: 1 }}
        >
          {t('Translate this lesson for {tokens} tokens', { tokens: formatTokens(translationCost(1)) })}
        </Button>
      )}
    </div>
  );
}
