import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import type { TermUse } from './build-concept-map.ts';

interface UseLinkProps {
  readonly courseId: string;
  readonly use: TermUse;
  readonly language: TextLanguage;
}

/** A link to the passage of a lesson that contains a term. */
export function UseLink({ courseId, use: { lesson, isExplained, passage }, language }: UseLinkProps) {
  return (
    <TextLink to={LEARN} params={learnParams(courseId, lesson.place)} search={{ passage }}>
      {lesson.id}{' '}
      <bdi {...language}>
        <FormulaText text={lesson.title} dir={language.dir} />
      </bdi>
      {!isExplained && ` (${t('also used')})`}
    </TextLink>
  );
}
