import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { standingText } from './run-lesson-exit.tsx';
import { groupByModule, itemNumber, type RunItem } from '#frontend/features/generation/run/run-words.ts';

interface Neighbours {
  /** The nearest readable lesson before, over gaps. */
  readonly previous: RunItem | null;
  /** The lesson after, readable or not; null at the end of the course. */
  readonly next: RunItem | null;
}

/** What lies before and after a lesson, as far as it has been written. */
export function neighboursOf(run: Pick<StatusEnvelope, 'items'>, lessonId: string): Neighbours {
  const items = groupByModule(run.items).flatMap((module) => module.items);
  const here = items.findIndex(({ id }) => id === lessonId);
  if (here < 0) return { previous: null, next: null };
  return { previous: items.slice(0, here).findLast(({ readable }) => readable) ?? null, next: items[here + 1] ?? null };
}

interface RunLessonWaysProps {
  readonly run: StatusEnvelope;
  readonly lessonId: string;
}

/** The way on from a lesson of an unfinished course; where the next one is not ready, what is happening to it. */
export function RunLessonWays({ run, lessonId }: RunLessonWaysProps) {
  const { previous, next } = neighboursOf(run, lessonId);
  return (
    <>
      {previous ? <Way run={run} item={previous} label={t('Previous Lesson')} /> : <span />}
      <NextWay run={run} next={next} />
    </>
  );
}

function NextWay({ run, next }: { readonly run: StatusEnvelope; readonly next: RunItem | null }) {
  if (next?.readable) return <Way run={run} item={next} label={t('Next Lesson')} isMain />;
  // The course is whole elsewhere now: a reader is told, not carried off (A15).
  if (run.result) {
    return (
      <span role="status">
        {standingText(run)}{' '}
        <LinkButton to="/courses/$courseId" params={{ courseId: run.result.course_id }} variant="contained">
          {t('Open course')}
        </LinkButton>
      </span>
    );
  }
  return <span role="status">{next ? nextWords(next) : t('This is the last lesson.')}</span>;
}

function nextWords(next: RunItem): string {
  const n = itemNumber(next);
  if (next.state === 'failed') return t('Lesson {n} could not be written.', { n });
  return next.state === 'processing' ? t('Lesson {n} is being written.', { n }) : t('Lesson {n} is waiting to be written.', { n });
}

function Way({ run, item, label, isMain = false }: { run: StatusEnvelope; item: RunItem; label: string; isMain?: boolean }) {
  return (
    <LinkButton
      to="/create/runs/$taskId/lessons/$lessonId"
      params={{ taskId: run.task_id, lessonId: item.id }}
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
    >
      {label}
    </LinkButton>
  );
}
