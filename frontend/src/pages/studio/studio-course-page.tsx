import { lazy } from 'react';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { AudioWithCourse } from '#frontend/features/audio/audio-with-course.tsx';
import { coursesKey } from '#frontend/features/courses/course-keys.ts';
import { ownCourses } from '#frontend/features/courses/course-queries.ts';
import { lessonsRun, WriteLessons } from '#frontend/features/generation/in-place/write-lessons.tsx';
import { CourseActions, CourseFigures, CourseTabs } from '#frontend/features/studio/courses/course-desk.tsx';
import { CourseUnavailable } from '#frontend/features/studio/courses/course-unavailable.tsx';
import { toBuilderValues } from '#frontend/features/studio/courses/builder-values.ts';
import { statusWord } from '#frontend/features/studio/courses/course-words.ts';
import { oneCreatorCourse } from '#frontend/features/studio/courses/creator-course-queries.ts';
import { CodesPanel } from '#frontend/features/studio/codes/codes-panel.tsx';
import { LessonStops } from '#frontend/features/studio/figures/lesson-stops.tsx';
import { StaleNote } from '#frontend/features/studio/figures/stale-note.tsx';
import { PublishPanel } from '#frontend/features/studio/publish/publish-panel.tsx';
import { studioKey } from '#frontend/features/studio/studio-key.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { PreviewColumns } from '#frontend/ui/frames/preview-columns.tsx';
import { DeskPreview } from './studio-previews.tsx';

const Sources = lazy(() => import('#frontend/features/sources/source-picker.tsx'));

/**
 * The desk of a creator's course: its lessons, written here or selected, its publication, and beside them the view of others (CRE-10, G54).
 */
export default function StudioCoursePage() {
  const { courseId } = useParams({ from: '/app/studio/courses/$courseId' });
  const { lesson, write = false } = useSearch({ from: '/app/studio/courses/$courseId' });
  const { user_id: userId } = useUser();
  const cache = useQueryClient();
  const navigate = useNavigate({ from: '/studio/courses/$courseId' });
  const courses = useInfiniteQuery(ownCourses(userId, { origin: 'publishable' }));
  const { data: course, error, refetch } = useQuery(oneCreatorCourse(userId, courseId));
  const run = useQuery(lessonsRun(userId, courseId)).data;
  if (!course || isNotFound(error)) {
    return (
      <DeskFrame title={t('Course')}>
        {error ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the course')} rows={8} />
        )}
      </DeskFrame>
    );
  }
  const go = (part: { readonly lesson?: string | undefined; readonly write?: true | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  const show = (lessonId: string | undefined) => go({ lesson: lessonId });
  return (
    <DeskFrame
      title={course.title}
      language={{ dir: 'auto' }}
      subtitle={`${statusWord(course.status)} · ${t('changed {when}', { when: formatWhen(course.updated_at) })}`}
      tabs={<CourseTabs courseId={courseId} current="lessons" />}
      actions={
        <CourseActions
          userId={userId}
          course={course}
          onDuplicated={(copy) => void navigate({ to: '/studio/courses/$courseId', params: { courseId: copy.id } })}
          onDeleted={() => void navigate({ to: '/studio/courses' })}
        />
      }
    >
      {error && <StaleNote error={error} onRetry={() => void refetch()} />}
      <CourseFigures course={course} />
      <PreviewColumns
        asked={lesson}
        onEdit={() => show(undefined)}
        preview={<DeskPreview course={course} shown={lesson} taskId={run?.task_id} onClose={() => show(undefined)} />}
      >
        <Stack sx={{ gap: 2.5 }}>
          <WriteLessons
            key={courseId}
            userId={userId}
            courseId={courseId}
            wish={toBuilderValues(course)}
            sources={Sources}
            isAsking={write}
            onAsk={(isAsking) => go({ write: isAsking || undefined })}
            shown={lesson}
            onShow={show}
            onChange={() => {
              // the course now has lessons, and tokens, or a course of the plan's quota, are reserved or charged
              for (const queryKey of [studioKey(userId), coursesKey(userId), billingKey(userId)])
                void cache.invalidateQueries({ queryKey });
            }}
          />
          <PublishPanel
            userId={userId}
            course={course}
            courses={courses}
            Extras={AudioWithCourse}
            writtenId={run?.result?.course_id}
            onShow={show}
          />
          {course.status === 'published' && <LessonStops userId={userId} courseId={course.id} />}
          {course.price > 0 && <CodesPanel userId={userId} courseId={course.id} />}
        </Stack>
      </PreviewColumns>
    </DeskFrame>
  );
}
