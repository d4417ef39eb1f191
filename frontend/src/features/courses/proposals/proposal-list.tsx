import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { Fragment, useEffect } from 'react';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { cancelRun } from '#contract/generation/run-control.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { etaWords } from '#frontend/lib/polling/eta-words.ts';
import { runKey, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { EstimateBasis } from '#frontend/ui/estimate-basis.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useCourseCache } from '../course-cache.ts';
import { courseProposals, useDiscardProposal, type CourseOf, type Proposal } from '../version-queries.ts';
import { lessonAt, placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';

interface ProposalListProps {
  readonly of: CourseOf;
  readonly course: Course;
  /** Restricts the list to one lesson's proposals; by default it covers the whole course. */
  readonly onlyLesson?: string;
}

/** New texts of a course: being written, ready to compare, or failed. Renders nothing if there are none. */
export function ProposalList({ of, course, onlyLesson }: ProposalListProps) {
  const { data: proposals = [] } = useQuery(courseProposals(of));
  const own = proposals.filter(({ lesson_ids: ids }) => onlyLesson === undefined || ids.includes(onlyLesson));
  const ready = own.filter(({ status, lessons }) => status === 'ready' && lessons.length > 0);
  return (
    <>
      <VisuallyHidden role="status">{ready.length > 0 && t('A new text is ready.')}</VisuallyHidden>
      {own.length > 0 && (
        <EntryList aria-label={t('New texts')}>
          {ready.map((proposal) => (
            <ReadyProposal key={proposal.task_id} of={of} course={course} proposal={proposal} />
          ))}
          {own.map((proposal) => {
            if (proposal.status === 'writing') {
              return <RewriteProgress key={proposal.task_id} of={of} course={course} proposal={proposal} />;
            }
            return proposal.status === 'failed' ? (
              <FailedProposal key={proposal.task_id} of={of} course={course} proposal={proposal} />
            ) : null;
          })}
        </EntryList>
      )}
    </>
  );
}

interface OneProposalProps {
  readonly of: CourseOf;
  readonly proposal: Proposal;
}

function ReadyProposal({ of, course, proposal }: OneProposalProps & { readonly course: Course }) {
  const { lessons } = proposal;
  return (
    <Entry
      mark="new"
      title={
        <TextLink to="/courses/$courseId/proposals/$taskId" params={{ courseId: of.courseId, taskId: proposal.task_id }}>
          {t('{n, plural, one {A new text is ready: compare} other {# new texts are ready: compare}}', { n: lessons.length })}
        </TextLink>
      }
      lines={lessons.map(({ lesson_id: id, title }) => (
        <span key={id} {...languageAttributes(course.language)}>
          <FormulaText text={title} dir={languageAttributes(course.language).dir} />
        </span>
      ))}
    />
  );
}

/** Describes what could not be written, and what therefore stays unchanged. */
function failedText(course: Course, proposal: Proposal): string {
  if (proposal.only_review) return t('No second service could check it. The course has not changed.');
  const title = titleOf(course, proposal);
  if (proposal.only_practice) {
    return title === null
      ? t('{n, plural, one {The practice for # lesson could not be written.} other {The practice for # lessons could not be written.}}', {
          n: proposal.lesson_ids.length,
        })
      : t('The practice of “{title}” could not be written.', { title });
  }
  if (title !== null) return t('Rewriting “{title}” failed. The lesson is unchanged.', { title });
  const { lesson_ids: ids } = proposal;
  // it was a missing lesson, to be added
  if (ids.some((id) => placeOfLesson(course, id) !== null)) return t('A new text could not be written. The lesson has not changed.');
  return t('{n, plural, one {The missing lesson} other {The missing lessons}} could not be written. The course has not changed.', {
    n: ids.length,
  });
}

/** The title of the lesson a text is for; null for several lessons, or for one that is not in the course. */
function titleOf(course: Course, { lesson_ids: ids }: Proposal): string | null {
  const place = ids.length === 1 && ids[0] !== undefined ? placeOfLesson(course, ids[0]) : null;
  const title = place ? lessonAt(course, place)?.title : undefined;
  return title === undefined ? null : formulaWords(title, 'rtl');
}

function FailedProposal({ of, course, proposal }: OneProposalProps & { readonly course: Course }) {
  const { mutate, isPending } = useDiscardProposal(of);
  return (
    <Entry
      mark="failed"
      title={failedText(course, proposal)}
      lines={proposal.error ? [translateServerText(proposal.error.detail)] : []}
      actions={
        <Button color="inherit" aria-busy={isPending} onClick={() => isPending || mutate(proposal.task_id)}>
          {t('Dismiss')}
        </Button>
      }
    />
  );
}

interface RewriteProgressProps {
  readonly of: CourseOf;
  readonly course: Course;
  readonly proposal: Proposal;
}

/** Describes what is being written. */
function whatText(course: Course, run: StatusEnvelope, { only_practice: isPractice, only_review: isCheck }: Proposal): string {
  const { items } = run;
  const [first] = items;
  if (isCheck)
    return t('{n, plural, one {A second service is checking # lesson.} other {A second service is checking # lessons.}}', {
      n: items.length,
    });
  if (isPractice) {
    return items.length === 1 && first
      ? t('The practice of “{title}” is being written.', { title: formulaWords(first.title, 'rtl') })
      : t('{n, plural, one {The practice for # lesson is being written.} other {The practice for # lessons is being written.}}', {
          n: items.length,
        });
  }
  const isMissing = first !== undefined && placeOfLesson(course, first.id) === null;
  if (items.length !== 1 || !first) {
    return isMissing
      ? t('{n, plural, one {# missing lesson is being written.} other {# missing lessons are being written.}}', { n: items.length })
      : t('{n, plural, one {A new text is being written for # lesson.} other {New texts are being written for # lessons.}}', {
          n: items.length,
        });
  }
  return isMissing
    ? t('The missing lesson “{title}” is being written.', { title: formulaWords(first.title, 'rtl') })
    : t('Rewriting “{title}”', { title: formulaWords(first.title, 'rtl') });
}

function howFarText(run: StatusEnvelope): string {
  if (run.status === 'queued') return t('Waiting to be started');
  return [t('{n}%', { n: run.progress }), etaWords(run)].filter(Boolean).join(' · ');
}

/** A running rewrite, polled until it ends. */
function RewriteProgress({ of, course, proposal }: RewriteProgressProps) {
  const { task_id: taskId } = proposal;
  const { data: run } = useRunStatus(taskId);
  const cache = useCourseCache(of.userId, of.courseId);
  const runs = useQueryClient();
  const isOver = run !== undefined && TERMINAL_RUN_STATUSES.includes(run.status);
  useEffect(() => {
    if (!isOver) return;
    // A missing lesson is added automatically, so the course is refetched as well.
    void cache.refresh();
    void runs.invalidateQueries({ queryKey: billingKey(of.userId) });
  }, [isOver, cache, runs, of.userId]);
  const stop = useAction({
    mutationFn: () => call(cancelRun, { params: { task_id: taskId }, query: { keep: 'false' } }),
    onSuccess: (stopped) => void runs.setQueryData(runKey(taskId), stopped),
    onError: (error) => toast('error', errorText(error, t('The rewrite could not be stopped'))),
  });
  if (!run || isOver) return null;
  return (
    <Entry
      title={whatText(course, run, proposal)}
      lines={[
        <Fragment key="far">
          {howFarText(run)} <EstimateBasis eta={run.eta} words={etaWords(run)} />
        </Fragment>,
      ]}
      actions={
        <Button color="inherit" aria-busy={stop.isPending} onClick={() => stop.isPending || stop.mutate()}>
          {t('Stop')}
          <VisuallyHidden> {t('writing')}</VisuallyHidden>
        </Button>
      }
    >
      {run.status !== 'queued' && <ProgressMeter label={t('Progress')} value={run.progress} />}
    </Entry>
  );
}
