import { lazy, Suspense } from 'react';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { SharedCourse } from '#contract/sharing/sharing.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
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

/** A shared course for reading: every lesson unfolds in place. */
export function SharedCourseView({ course }: { readonly course: SharedCourse }) {
  const language = languageAttributes(course.language);
  return (
    <div {...language}>
      {course.modules.map((module, index) => (
        <RuledSection key={index} title={module.title}>
          {module.summary !== '' && <Typography color="textSecondary">{module.summary}</Typography>}
          {module.lessons.map((lesson, number) => (
            <Lesson key={number}>
              <summary>{lesson.title}</summary>
              <div>
                <Suspense fallback={<LoadingState label={t('Loading the lesson')} rows={6} />}>
                  <LessonMarkdown {...language}>{lesson.content}</LessonMarkdown>
                </Suspense>
              </div>
            </Lesson>
          ))}
        </RuledSection>
      ))}
    </div>
  );
}
