import { lazy, Suspense } from 'react';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { SharedCourse } from '#contract/sharing/sharing.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const LessonMarkdown = lazy(() =>
  import('#frontend/features/courses/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

const Lesson = styled('details')(({ theme }) => ({
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > summary': { ...theme.typography.h3, paddingBlock: 12, cursor: 'pointer' },
  '& > div': { maxWidth: '68ch', paddingBlockEnd: 24 },
}));

const Words = styled('p')({ maxWidth: '68ch', margin: '0 0 8px', whiteSpace: 'pre-line' });
const Objectives = styled('ul')({ maxWidth: '68ch', margin: 0, paddingBlock: 8, paddingInlineStart: 20 });

const minutesOf = ({ lessons }: SharedCourse['modules'][number]): number =>
  lessons.reduce((sum, { duration_minutes: minutes }) => sum + minutes, 0);

/** A shared course for reading: every lesson unfolds in place. */
export function SharedCourseView({ course }: { readonly course: SharedCourse }) {
  const language = languageAttributes(course.language);
  return (
    <div {...language}>
      {course.description !== '' && <Words>{course.description}</Words>}
      {course.learning_objectives.length > 0 && (
        <RuledSection title={t('Learning objectives')}>
          <Objectives>
            {course.learning_objectives.map((objective, index) => (
              <li key={index}>{objective}</li>
            ))}
          </Objectives>
        </RuledSection>
      )}
      {course.modules.map((module, index) => (
        <RuledSection key={index} title={module.title} aside={formatDuration(60 * minutesOf(module))}>
          {module.summary !== '' && (
            <Typography color="textSecondary" sx={{ marginBlockStart: 1 }}>
              {module.summary}
            </Typography>
          )}
          {module.lessons.map((lesson, number) => (
            <Lesson key={number}>
              <summary>{lesson.title}</summary>
              <div>
                <Suspense fallback={<LoadingState label={t('Loading the lesson')} rows={6} />}>
                  <LessonMarkdown {...language}>{lesson.content}</LessonMarkdown>
                </Suspense>
                {lesson.key_takeaways.length > 0 && (
                  <>
                    <Typography variant="h3" component="h4" sx={{ marginBlockStart: 2 }}>
                      {t('Key takeaways')}
                    </Typography>
                    <Objectives>
                      {lesson.key_takeaways.map((takeaway, at) => (
                        <li key={at}>{takeaway}</li>
                      ))}
                    </Objectives>
                  </>
                )}
              </div>
            </Lesson>
          ))}
        </RuledSection>
      ))}
    </div>
  );
}
