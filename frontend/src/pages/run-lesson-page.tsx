import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LessonReading } from '#frontend/features/courses/lesson-reading.tsx';
import { LessonHeading, LessonWays, ReadingFrame } from '#frontend/features/courses/reading-frame.tsx';
import { RunLessonWays } from '#frontend/features/generation/run-lesson-ways.tsx';
import { runLesson } from '#frontend/features/generation/run-lesson-query.ts';
import { progressText } from '#frontend/features/generation/run-words.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/course-language.ts';
import { useRunStatus } from '#frontend/lib/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/loading-state.tsx';
import { Page } from '#frontend/ui/page.tsx';

/** A lesson that is finished while its course is still being written. */
export default function RunLessonPage() {
  const { taskId, lessonId } = useParams({ from: '/app/create/runs/$taskId/lessons/$lessonId' });
  const { data: run } = useRunStatus(taskId);
  const { data, error, refetch } = useQuery(runLesson(taskId, lessonId));
  const back = (
    <LinkButton to="/create/runs/$taskId" params={{ taskId }} variant="outlined" color="inherit">
      {t('Back to the course being written')}
    </LinkButton>
  );
  if (!data) {
    const isNotReady = error instanceof ApiError && error.status === 404;
    return (
      <Page title={t('Lesson')}>
        {isNotReady ? (
          <ErrorState title={t('This lesson cannot be read yet')}>{back}</ErrorState>
        ) : error ? (
          <ErrorState title={t('The lesson could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the lesson')} rows={8} />
        )}
      </Page>
    );
  }
  const language = languageAttributes(run?.language);
  return (
    <ReadingFrame
      courseTitle={data.course_title}
      language={language}
      place={[data.module_title, run && progressText(run)].filter(Boolean).join(' · ')}
      exit={back}
    >
      <LessonReading
        lesson={data.lesson}
        language={language}
        heading={<LessonHeading title={data.lesson.title} courseTitle={data.course_title} language={language} />}
        footer={<LessonWays aria-label={t('Lessons')}>{run && <RunLessonWays run={run} lessonId={lessonId} />}</LessonWays>}
      />
    </ReadingFrame>
  );
}
