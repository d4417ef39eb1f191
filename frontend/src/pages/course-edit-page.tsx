import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCourseCache } from '#frontend/features/courses/course-cache.ts';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { LessonEditor } from '#frontend/features/courses/editor/lesson-editor.tsx';
import { QuestionsEditor } from '#frontend/features/courses/editor/questions-editor.tsx';
import { WorkshopEditor } from '#frontend/features/courses/editor/workshop-editor.tsx';
import { LEARN, learnParams, lessonAt, placeNumber, placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import { publicationOf } from '#frontend/features/studio/publish/publish-panel.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

const OUTLINED = { variant: 'outlined', color: 'inherit' } as const;

/** The editor of one lesson. */
export default function CourseEditPage() {
  const { courseId, lessonId } = useParams({ from: '/app/courses/$courseId/edit/$lessonId' });
  return (
    <LessonDesk
      courseId={courseId}
      lessonId={lessonId}
      whole={
        <LinkButton to="/courses/$courseId" params={{ courseId }} {...OUTLINED}>
          {t('Go to the course')}
        </LinkButton>
      }
    />
  );
}

/** The editor of a lesson of a studio course, with a link back to the course's desk. */
export function StudioLessonPage() {
  const { courseId, lessonId } = useParams({ from: '/app/studio/courses/$courseId/lessons/$lessonId' });
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(publicationOf(userId, courseId));
  const back = (
    <LinkButton to="/studio/courses/$courseId" params={{ courseId }} search={{ lesson: lessonId }} {...OUTLINED}>
      {t('Go to the course')}
    </LinkButton>
  );
  if (data?.content) return <LessonDesk courseId={data.content.course_id} lessonId={lessonId} back={back} whole={back} />;
  return (
    <DeskFrame title={t('Edit lesson')} actions={back}>
      {data ? (
        <ErrorState title={t('This lesson is not in the course')} />
      ) : error ? (
        <ErrorState title={t('The course status could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the lesson')} rows={8} />
      )}
    </DeskFrame>
  );
}

interface LessonDeskProps {
  readonly courseId: string;
  readonly lessonId: string;
  /** Replaces the link to read the lesson. */
  readonly back?: ReactNode;
  /** The link to the course, if there is no such lesson. */
  readonly whole: ReactNode;
}

function LessonDesk({ courseId, lessonId, back, whole }: LessonDeskProps) {
  const { user_id: userId } = useUser();
  const courseCache = useCourseCache(userId, courseId);
  // The editor starts with the current text, never with a cached one.
  const { data: course, error, refetch, isFetchedAfterMount } = useQuery({ ...oneCourse(userId, courseId), refetchOnMount: 'always' });
  if (!course || (!isFetchedAfterMount && !error)) {
    return (
      <DeskFrame title={t('Edit lesson')}>
        {error && !course ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the lesson')} rows={8} />
        )}
      </DeskFrame>
    );
  }
  const place = placeOfLesson(course, lessonId);
  const lesson = place && lessonAt(course, place);
  if (!place || !lesson) {
    return (
      <DeskFrame title={t('Edit lesson')}>
        <ErrorState title={t('This lesson is not in the course')}>{whole}</ErrorState>
      </DeskFrame>
    );
  }
  return (
    <DeskFrame
      title={t('Edit lesson {n}: {title}', { n: placeNumber(place), title: lesson.title })}
      subtitle={<CourseTitle title={course.title} language={course.language} />}
      actions={
        back ?? (
          <LinkButton to={LEARN} params={learnParams(courseId, place)} {...OUTLINED}>
            {t('Read the lesson')}
          </LinkButton>
        )
      }
    >
      <LessonEditor key={lessonId} userId={userId} course={course} lesson={lesson} onSaved={courseCache.setLesson} />
      <QuestionsEditor key={`questions ${lessonId}`} course={course} lesson={lesson} onSaved={courseCache.setLesson} />
      <WorkshopEditor key={`workshop ${lessonId}`} course={course} lesson={lesson} onSaved={courseCache.setLesson} />
    </DeskFrame>
  );
}
