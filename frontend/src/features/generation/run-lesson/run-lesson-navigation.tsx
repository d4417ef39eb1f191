import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { standingText } from './run-lesson-exit.tsx';
import { groupByModule, itemNumber, type RunItem } from '#frontend/features/generation/run/run-words.ts';

interface Neighbours {
  /** The nearest readable previous lesson, skipping gaps. */
  readonly previous: RunItem | null;
  /** The next lesson, readable or not; null at the end of the course. */
  readonly next: RunItem | null;
}

/** The lessons before and after a lesson, as far as they have been written. */
export function neighboursOf(run: Pick<StatusEnvelope, 'items'>, lessonId: string): Neighbours {
  const items = groupByModule(run.items).flatMap((module) => module.items);
  const here = items.findIndex(({ id }) => id === lessonId);
  if (here < 0) return { previous: null, next: null };
  return { previous: items.slice(0, here).findLast(({ readable }) => readable) ?? null, next: items[here + 1] ?? null };
}

interface RunLessonNavigationProps {
  readonly run: StatusEnvelope;
  readonly lessonId: string;
}

/** The navigation of a lesson in an unfinished course; shows the next lesson's state while it is not ready. */
export function RunLessonNavigation({ run, lessonId }: RunLessonNavigationProps) {
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
  // The finished course is at another URL: the reader gets a link instead of a redirect (A15).
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
