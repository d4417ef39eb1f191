import { useEffect } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/course-language.ts';
import { setOpenCourse } from '#frontend/lib/open-course.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { lessonAt, nextPlace, previousPlace, type Place } from './lesson-path.ts';
import { LessonReading } from './lesson-reading.tsx';
import { ModuleList } from './module-list.tsx';
import { LessonHeading, LessonWays, ReadingFrame } from './reading-frame.tsx';

const Meter = styled('div')(({ theme }) => ({
  flex: '1 0 100%',
  height: 6,
  backgroundColor: theme.vars.palette.line.hairline,
  '& > div': { height: '100%', backgroundColor: theme.vars.palette.primary.main },
}));

const TO = '/courses/$courseId/learn/$module/$lesson';
const paramsOf = (courseId: string, { module, lesson }: Place) => ({ courseId, module: String(module), lesson: String(lesson) });

interface LearningViewProps {
  readonly course: Course;
  readonly place: Place;
  readonly onExit: () => void;
}

/** The learning view (LRN-01…06, LRN-12): one lesson of an open course, with its place, its neighbours and the way out. */
export function LearningView({ course, place, onExit }: LearningViewProps) {
  const lesson = lessonAt(course, place);
  const { course_id: courseId, title } = course;
  const { module: moduleIndex, lesson: lessonIndex } = place;
  const isThere = lesson !== undefined;
  useEffect(() => {
    if (isThere) setOpenCourse({ courseId, title, module: moduleIndex, lesson: lessonIndex });
  }, [isThere, courseId, title, moduleIndex, lessonIndex]);

  const language = languageAttributes(course.language);
  const module = course.modules[place.module];
  const previous = previousPlace(course, place);
  const next = nextPlace(course, place);
  return (
    <ReadingFrame
      courseTitle={title}
      language={language}
      place={
        lesson && module
          ? [
              t('Module {x} of {y}', { x: place.module + 1, y: course.modules.length }),
              t('Lesson {x} of {y}', { x: place.lesson + 1, y: module.lessons.length }),
              t('{n}% completed', { n: course.progress }),
            ].join(' · ')
          : null
      }
      exit={
        <Button variant="outlined" color="inherit" onClick={onExit}>
          {t('Exit Course')}
        </Button>
      }
      progress={
        <Meter role="progressbar" aria-label={t('Course progress')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={course.progress}>
          <div style={{ width: `${course.progress}%` }} />
        </Meter>
      }
      aside={<ModuleList course={course} place={place} />}
    >
      {lesson ? (
        <LessonReading
          lesson={lesson}
          language={language}
          heading={<LessonHeading title={lesson.title} courseTitle={title} language={language} />}
          footer={
            <LessonWays aria-label={t('Lessons')}>
              {previous ? (
                <LinkButton to={TO} params={paramsOf(courseId, previous)} variant="outlined" color="inherit">
                  {t('Previous Lesson')}
                </LinkButton>
              ) : (
                <Button variant="outlined" color="inherit" disabled>
                  {t('Previous Lesson')}
                </Button>
              )}
              {next ? (
                <LinkButton to={TO} params={paramsOf(courseId, next)} variant="contained">
                  {t('Next Lesson')}
                </LinkButton>
              ) : (
                <span>{t('This is the last lesson.')}</span>
              )}
            </LessonWays>
          }
        />
      ) : (
        <div>
          <LessonHeading title={t('No such lesson')} courseTitle={title} language={{}} />
          <ErrorState title={t('The course has no lesson at this place')}>
            <LinkButton to={TO} params={paramsOf(courseId, { module: 0, lesson: 0 })} variant="outlined" color="inherit">
              {t('Go to the first lesson')}
            </LinkButton>
          </ErrorState>
        </div>
      )}
    </ReadingFrame>
  );
}
