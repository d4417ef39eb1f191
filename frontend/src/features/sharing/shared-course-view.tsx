import { lazy, Suspense, type ReactNode } from 'react';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { SharedCourse } from '#contract/sharing/sharing.contract.ts';
import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const LessonMarkdown = lazy(() =>
  import('#frontend/ui/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

const minutesOf = ({ lessons }: SharedCourse['modules'][number]): number =>
  lessons.reduce((sum, { duration_minutes: minutes }) => sum + minutes, 0);

interface SharedCourseViewProps {
  readonly course: SharedCourse;
  /** Beside the course: what the reader can do next. */
  readonly actions: ReactNode;
}

/** A shared course for reading: every lesson unfolds in place. */
export function SharedCourseView({ course, actions }: SharedCourseViewProps) {
  const language = languageAttributes(course.language);
  const minutes = course.modules.reduce((sum, module) => sum + minutesOf(module), 0);
  const lessons = course.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return (
    <FrameColumns data-columns="main aside">
      <div {...language}>
        <Box sx={{ marginBlockEnd: 3, maxWidth: 560 }}>
          <CourseCover title={course.title} isFirst />
        </Box>
        {course.description !== '' && <TypedText>{course.description}</TypedText>}
        {course.learning_objectives.length > 0 && (
          <RuledSection title={t('Learning objectives')}>
            <PointList points={course.learning_objectives} language={language} />
          </RuledSection>
        )}
        {course.modules.map((module, index) => (
          <RuledSection
            key={index}
            title={<FormulaText text={module.title} dir={language.dir} />}
            aside={formatDuration(60 * minutesOf(module))}
          >
            {module.summary !== '' && (
              <Typography color="textSecondary" sx={{ marginBlockStart: 1 }}>
                <FormulaText text={module.summary} dir={language.dir} />
              </Typography>
            )}
            <Box sx={{ marginBlockStart: 1.5 }}>
              {module.lessons.map((lesson, number) => (
                <Accordion
                  key={number}
                  defaultExpanded={index === 0 && number === 0}
                  slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
                >
                  <AccordionSummary expandIcon={<ExpandMoreIcon />}>
                    <FormulaText text={lesson.title} dir={language.dir} />
                  </AccordionSummary>
                  <AccordionDetails>
                    <Suspense fallback={<LoadingState label={t('Loading the lesson')} rows={6} />}>
                      <LessonMarkdown {...language}>{lesson.content}</LessonMarkdown>
                    </Suspense>
                    {lesson.key_takeaways.length > 0 && (
                      <>
                        <Typography variant="h3" component="h4" sx={{ marginBlockStart: 2 }}>
                          {t('Key takeaways')}
                        </Typography>
                        <PointList points={lesson.key_takeaways} language={language} />
                      </>
                    )}
                  </AccordionDetails>
                </Accordion>
              ))}
            </Box>
          </RuledSection>
        ))}
      </div>
      <SideColumn as="aside">
        <Card sx={{ display: 'grid', gap: 2, padding: { xs: 2, md: 3 } }}>
          <Typography>
            <MetaLine facts={[lessonsText(lessons), formatDuration(60 * minutes)]} />
          </Typography>
          {actions}
        </Card>
      </SideColumn>
    </FrameColumns>
  );
}
