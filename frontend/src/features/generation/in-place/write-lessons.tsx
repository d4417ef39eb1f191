import { lazy, Suspense } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listRuns } from '#contract/generation/run-control.contract.ts';
import type { SourcePicker } from '#frontend/features/generation/builder/course-form.tsx';
import type { BuilderValues } from '#frontend/features/generation/builder/fill-builder.tsx';
import { runsKey } from '#frontend/features/generation/runs/live-runs-query.ts';
import { useServiceCount } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { byServiceCount, isDemo } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const WriteLessonsForm = lazy(async () => ({ default: (await import('./write-lessons-form.tsx')).WriteLessonsForm }));
const RunInPlace = lazy(async () => ({ default: (await import('./run-in-place.tsx')).RunInPlace }));

/** The newest run that writes the lessons of a course of the studio; null if there is none. */
export const lessonsRun = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: [...runsKey(userId), 'of', courseId],
    queryFn: async ({ signal }) => (await call(listRuns, { query: { creator_course_id: courseId, limit: 1 }, signal })).runs[0] ?? null,
  });

interface WriteLessonsProps {
  readonly userId: string;
  /** Id of the studio's course. */
  readonly courseId: string;
  /** The course's own description. */
  readonly wish: BuilderValues;
  readonly sources: SourcePicker;
  /** Whether the form is open. */
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
  /** Id of the lesson shown beside it. */
  readonly shown: string | undefined;
  readonly onShow: (lessonId: string) => void;
  /** Called when a run has been started or has ended. */
  readonly onChange: () => void;
}

/** Has the lessons of a course of the studio written: shows the form, then its run in the same place. */
export function WriteLessons({ userId, courseId, isAsking, onAsk, onChange, shown, onShow, ...form }: WriteLessonsProps) {
  const cache = useQueryClient();
  const n = useServiceCount();
  const { data: newest, error, refetch } = useQuery(lessonsRun(userId, courseId));
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: runsKey(userId) });
    onChange();
  };
  const close = () => {
    onAsk(false);
    // the form disappears with the focused element
    requestAnimationFrame(focusHeading);
  };
  // only one run at a time writes the lessons of a course
  const isLive = newest != null && !hasEnded(newest);
  const waiting = <LoadingState label={t('Loading courses in progress')} rows={4} />;
  if (newest && !(isAsking && !isLive)) {
    return (
      <Suspense fallback={waiting}>
        <RunInPlace
          key={newest.task_id}
          taskId={newest.task_id}
          isLive={isLive}
          shown={shown}
          onShow={onShow}
          onAgain={() => onAsk(true)}
          onChange={refresh}
        />
      </Suspense>
    );
  }
  return (
    <SectionCard id="lessons" title={isDemo() ? t('Lessons from the demo library') : t('Lessons by the AI services')}>
      {newest === undefined ? (
        error ? (
          <ErrorState title={t('The courses being written could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          waiting
        )
      ) : isAsking ? (
        <Suspense fallback={waiting}>
          <WriteLessonsForm
            {...form}
            userId={userId}
            courseId={courseId}
            onCancel={close}
            onStarted={() => {
              close();
              refresh();
            }}
          />
        </Suspense>
      ) : (
        <>
          <Typography color="textSecondary">
            {byServiceCount(n, {
              all: t('Four AI services write them from the title, the objectives and the description. You can read along here.'),
              some: t(
                '{n, plural, one {# AI service writes them} other {# AI services write them}} from the title, the objectives and the description. You can read along here.',
                { n },
              ),
              library: t('The demo library gives lessons that people wrote, if it has a course on the subject. You can read along here.'),
              none: t(
                'Once an AI service is connected, it writes them from the title, the objectives and the description. You can read along here.',
              ),
            })}
          </Typography>
          <ActionRow>
            <Button variant="outlined" color="inherit" onClick={() => onAsk(true)}>
              {t('Write its lessons')}
            </Button>
          </ActionRow>
        </>
      )}
    </SectionCard>
  );
}
