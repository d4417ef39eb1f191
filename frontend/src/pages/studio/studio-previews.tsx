import { lazy, Suspense, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { marketCourse } from '#frontend/features/market/market-queries.ts';
import { MarketPreview } from '#frontend/features/market/market-preview.tsx';
import { RunLessonPending } from '#frontend/features/generation/run-lesson/run-lesson-pending.tsx';
import { useRunLesson } from '#frontend/features/generation/run-lesson/use-run-lesson.ts';
import { formOf, type CourseFormValues } from '#frontend/features/studio/courses/course-form-values.ts';
import { marketDraft } from '#frontend/features/studio/courses/market-draft.ts';
import { publicationOf } from '#frontend/features/studio/publish/publish-panel.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { ArrowBackIcon } from '#frontend/ui/icons.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const LessonReading = lazy(async () => ({
  default: (await import('#frontend/features/courses/lesson/lesson-reading.tsx')).LessonReading,
}));

/** A course that does not exist yet, as the market would show it. */
export function NewCoursePreview({ values }: { readonly values: CourseFormValues }) {
  return <MarketPreview course={marketDraft(values, { user: useUser() })} renderLesson={() => null} />;
}

interface SavedCoursePreviewProps {
  readonly course: CreatorCourse;
  /** The course's description, saved or not. */
  readonly values?: CourseFormValues;
}

/** A course of the studio as the market would show it, with its selected lessons. */
export function SavedCoursePreview({ course, values = formOf(course) }: SavedCoursePreviewProps) {
  const user = useUser();
  const publication = useQuery(publicationOf(user.user_id, course.id)).data;
  const published = useQuery({ ...marketCourse(course.id), enabled: course.status === 'published' }).data;
  const content = publication?.content;
  return (
    <MarketPreview
      course={marketDraft(values, { id: course.id, user, publication, published })}
      renderLesson={(lessonId) => content && <OwnLesson courseId={content.course_id} lessonId={lessonId} />}
    />
  );
}

interface DeskPreviewProps {
  readonly course: CreatorCourse;
  /** Id of the lesson to show; undefined for the market's page. */
  readonly shown: string | undefined;
  /** The run that writes the lessons, or wrote them last. */
  readonly taskId: string | undefined;
  readonly onClose: () => void;
}

/** Preview beside a course of the studio: its page in the market, or one of its lessons as learners read it. */
export function DeskPreview({ course, shown, taskId, onClose }: DeskPreviewProps) {
  const { user_id: userId } = useUser();
  const publication = useQuery(publicationOf(userId, course.id)).data;
  if (shown === undefined) return <SavedCoursePreview course={course} />;
  const isChosen = publication?.modules.some(({ lessons }) => lessons.some(({ lesson_id: id }) => id === shown));
  return (
    <Card sx={{ padding: { xs: 2, md: 2.5 } }}>
      <Button
        color="inherit"
        startIcon={<ArrowBackIcon sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />}
        onClick={onClose}
        sx={{ marginBlockEnd: 1 }}
      >
        {t('Marketplace page')}
      </Button>
      {isChosen && publication?.content ? (
        <OwnLesson key={shown} courseId={publication.content.course_id} lessonId={shown} hasTitle />
      ) : taskId === undefined ? (
        <ErrorState title={t('This lesson is not in the course')} />
      ) : (
        <RunLesson key={shown} taskId={taskId} lessonId={shown} />
      )}
    </Card>
  );
}

interface OwnLessonProps {
  /** The course that was selected for the studio's course. */
  readonly courseId: string;
  readonly lessonId: string;
  readonly hasTitle?: boolean;
}

/** A lesson of one of the creator's own courses. */
function OwnLesson({ courseId, lessonId, hasTitle = false }: OwnLessonProps) {
  const { user_id: userId } = useUser();
  const { data: course, error, refetch } = useQuery(oneCourse(userId, courseId));
  const lesson = course?.modules.flatMap(({ lessons }) => lessons).find(({ lesson_id: id }) => id === lessonId);
  if (course && !lesson) return <ErrorState title={t('This lesson is not in the course')} />;
  if (!lesson) {
    if (error) return <ErrorState title={t('The lesson could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading the lesson')} rows={6} />;
  }
  return <Read lesson={lesson} language={course?.language} hasTitle={hasTitle} />;
}

/** A lesson of a run, growing while it is written. */
function RunLesson({ taskId, lessonId }: { readonly taskId: string; readonly lessonId: string }) {
  const { run, data, error, refetch, isBeingWritten } = useRunLesson(taskId, lessonId);
  if (!data) {
    if (isNotFound(error)) {
      return (
        <Typography role="status" color="textSecondary">
          {isBeingWritten
            ? t('This lesson is being written. Its first words will appear here automatically.')
            : t('This lesson cannot be read yet')}
        </Typography>
      );
    }
    if (error) return <ErrorState title={t('The lesson could not be loaded')} error={error} onRetry={refetch} />;
    return <LoadingState label={t('Loading the lesson')} rows={6} />;
  }
  return (
    <Read lesson={data.lesson} language={run?.language} hasTitle notices={<RunLessonPending awaits={data.awaits} anew={data.anew} />} />
  );
}

interface ReadProps {
  readonly lesson: Lesson;
  readonly language: string | undefined;
  readonly hasTitle: boolean;
  readonly notices?: ReactNode;
}

/** A lesson, rendered with the learners' components. */
function Read({ lesson, language, hasTitle, notices }: ReadProps) {
  return (
    <Suspense fallback={<LoadingState label={t('Loading the lesson')} rows={6} />}>
      {hasTitle && (
        <Typography variant="h2" sx={{ marginBlockEnd: 1.5, overflowWrap: 'anywhere' }}>
          <CourseTitle title={lesson.title} language={language} />
        </Typography>
      )}
      <Box sx={{ overflowX: 'auto' }}>
        <LessonReading lesson={lesson} language={languageAttributes(language)} notices={notices} footer={null} />
      </Box>
    </Suspense>
  );
}
