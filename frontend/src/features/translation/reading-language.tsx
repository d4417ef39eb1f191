import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { courseLanguageName } from './language-words.ts';
import { chooseCourseLanguage, courseIn, languagesOfCourse, useCourseLanguage, type CourseLanguage } from './course-language-choice.ts';

/** Beside a lesson: the languages of its course's translations, and whether this lesson is translated. Renders nothing without translations. */
export default function ReadingLanguage({ courseId, lessonId }: { readonly courseId: string; readonly lessonId: string }) {
  const { data } = useQuery(languagesOfCourse(courseId));
  const chosen = useCourseLanguage(courseId);
  const { data: translated } = useQuery({ ...courseIn(courseId, chosen ?? 'english'), enabled: chosen !== null });
  const ready = data?.translations.filter((one) => one.ready + one.stale > 0) ?? [];
  if (!data || ready.length === 0) return null;
  const value = ready.some(({ language }) => language === chosen) ? chosen! : data.source_language;
  const isOwn = value !== data.source_language && translated?.untranslated.includes(lessonId) === true;
  return (
    <div>
      <SelectField
        label={t('Read in')}
        value={value}
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
          ? t('The current version of this lesson is not translated. You can translate it on the course page.')
          : value !== data.source_language && t('An AI service translated this course. Your progress counts in every language.')}
      </Typography>
    </div>
  );
}
