import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { courseProposals, useDiscardProposal, type CourseOf, type Proposal } from '../version-queries.ts';
import { lessonAt, placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import { RewriteProgress } from './rewrite-progress.tsx';

interface ProposalListProps {
  readonly of: CourseOf;
  readonly course: Course;
  /** Only proposals for this lesson; absent: all of the course. */
  readonly onlyLesson?: string;
}

/** New texts of a course: being written, ready to compare, or failed. Renders nothing when there are none. */
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
          {title}
        </span>
      ))}
    />
  );
}

/** Describes what could not be written, and what therefore stays unchanged. */
function failedText(course: Course, proposal: Proposal): string {
  const title = titleOf(course, proposal);
  if (proposal.only_practice) {
    return title === null
      ? t('{n, plural, one {The practice of # lesson could not be written.} other {The practice of # lessons could not be written.}}', {
          n: proposal.lesson_ids.length,
        })
      : t('The practice of “{title}” could not be written.', { title });
  }
  if (title !== null) return t('Rewriting “{title}” failed. The lesson is unchanged.', { title });
  const { lesson_ids: ids } = proposal;
  // A lesson the course lacks was to be added.
  if (ids.some((id) => placeOfLesson(course, id) !== null)) return t('A new text could not be written. The lesson is as it was.');
  return t('{n, plural, one {The missing lesson} other {The missing lessons}} could not be written. The course is as it was.', {
    n: ids.length,
  });
}

/** The title of the lesson a text is for; null for several, or one that is not in the course. */
function titleOf(course: Course, { lesson_ids: ids }: Proposal): string | null {
  const place = ids.length === 1 && ids[0] !== undefined ? placeOfLesson(course, ids[0]) : null;
  return (place && lessonAt(course, place)?.title) ?? null;
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
