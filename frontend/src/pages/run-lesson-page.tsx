import { useParams } from '@tanstack/react-router';
import { LessonNotes } from '#frontend/features/courses/lesson/lesson-notes.tsx';
import { bylineOf, LessonReading } from '#frontend/features/courses/lesson/lesson-reading.tsx';
import { LessonNavigation, ReadingFrame } from '#frontend/features/courses/lesson/reading-frame.tsx';
import { RunLessonExit, standingText } from '#frontend/features/generation/run-lesson/run-lesson-exit.tsx';
import { RunLessonNavigation } from '#frontend/features/generation/run-lesson/run-lesson-navigation.tsx';
import { RunLessonPending } from '#frontend/features/generation/run-lesson/run-lesson-pending.tsx';
import { useRunLesson } from '#frontend/features/generation/run-lesson/use-run-lesson.ts';
import { RunUnavailable } from '#frontend/features/generation/run/run-unavailable.tsx';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';

/** A lesson that can be read while its course is being written; it grows and is corrected during the run. */
export default function RunLessonPage() {
  const { taskId, lessonId } = useParams({ from: '/app/create/runs/$taskId/lessons/$lessonId' });
  const { run, runError, askForRun, item, isBeingWritten, data, error, refetch } = useRunLesson(taskId, lessonId);
  const back = <RunLessonExit taskId={taskId} run={run} />;
  if (!data) {
    const isUnknown = run && run.items.length > 0 && !item;
    const isUnwritten = run && hasEnded(run) && item?.state !== 'completed';
    return (
      <PageFrame title={t('Lesson')}>
        {isNotFound(runError) ? (
          <RunUnavailable error={runError} onRetry={askForRun} />
        ) : isNotFound(error) ? (
          <ErrorState
            title={
              isUnknown
                ? t('This lesson is not in the course')
                : isUnwritten
                  ? t('This lesson was not written')
                  : isBeingWritten
                    ? t('This lesson is being written. Its first words will appear here automatically.')
                    : t('This lesson cannot be read yet')
            }
          >
            {back}
          </ErrorState>
        ) : error ? (
          <ErrorState title={t('The lesson could not be loaded')} error={error} onRetry={refetch} />
        ) : (
          <LoadingState label={t('Loading the lesson')} rows={8} />
        )}
      </PageFrame>
    );
  }
  const language = languageAttributes(run?.language);
  return (
    <ReadingFrame
      courseTitle={data.course_title}
      language={language}
      place={<MetaLine facts={[data.module_title, run && standingText(run)]} />}
      exit={back}
      lessonKey={lessonId}
      title={data.lesson.title}
      byline={bylineOf(data.lesson, data.awaits === 'text' || data.awaits === 'practice' || data.awaits === 'review')}
    >
      <LessonReading
        lesson={data.lesson}
        language={language}
        notices={
          <>
            <RunLessonPending awaits={data.awaits} anew={data.anew} />
            {run && <LessonNotes notes={data.lesson.notes} language={run.language} />}
          </>
        }
        footer={<LessonNavigation>{run && <RunLessonNavigation run={run} lessonId={lessonId} />}</LessonNavigation>}
      />
    </ReadingFrame>
  );
}
