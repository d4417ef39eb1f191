import Box from '@mui/material/Box';
import type { ListedAssignment, StudentProgress } from '#contract/classes/assignments.contract.ts';
import type { ClassQuestion } from '#contract/classes/class-questions.contract.ts';
import { formatDueFor, formatSentenceList } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { SmallCover } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { Faces } from '#frontend/ui/faces.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

/** Maximum number of entries; the list of assignments below has the others. */
const MOST = 5;
/** Maximum number of students named. */
const MOST_NAMES = 3;
/** How near a due date is when students who have not started are pointed out, in ms. */
const SOON_MS = 3 * 86_400_000;

/** Something that waits for the teachers of a class. */
export type Waiting =
  | { readonly kind: 'question' | 'mark' | 'soon' | 'gone'; readonly count: number; readonly assignment: ListedAssignment }
  | { readonly kind: 'overdue'; readonly count: number; readonly students: readonly StudentProgress[] };

interface InClass {
  readonly now: number;
  readonly assignments: readonly ListedAssignment[];
  readonly students: readonly StudentProgress[];
  /** Number of overdue pairs of student and assignment. */
  readonly overdue: number;
  readonly questions: readonly ClassQuestion[];
}

/** Lists what waits for the teachers of a class, most urgent first: people who ask, work to mark, students who are behind. */
export function waitingIn({ now, assignments, students, overdue, questions }: InClass): Waiting[] {
  const each = (kind: Exclude<Waiting['kind'], 'overdue'>, countOf: (one: ListedAssignment) => number): Waiting[] =>
    assignments.flatMap((assignment) => {
      const count = countOf(assignment);
      return count > 0 ? [{ kind, count, assignment }] : [];
    });
  const isSoon = ({ due_at: due }: ListedAssignment) => due !== null && Date.parse(due) > now && Date.parse(due) - now <= SOON_MS;
  return [
    ...each('question', ({ assignment_id: id }) => questions.filter((one) => one.assignment_id === id && one.answer === null).length),
    ...each('mark', ({ to_mark: toMark }) => toMark ?? 0),
    ...(overdue > 0 ? [{ kind: 'overdue', count: overdue, students: students.filter((one) => one.overdue > 0) } as const] : []),
    ...each('soon', (one) => (isSoon(one) ? one.students - one.begun : 0)),
    ...each('gone', ({ state }) => (state === 'gone' ? 1 : 0)),
  ];
}

interface ClassAttentionProps {
  readonly classId: string;
  readonly waiting: readonly Waiting[];
}

/** What waits for the teachers of a class, each with the screen where it is done. The first one is the screen's next step. */
export function ClassAttention({ classId, waiting }: ClassAttentionProps) {
  return (
    <EntryList aria-label={t('What waits for you')}>
      {waiting.slice(0, MOST).map((one, at) => (
        <WaitingEntry
          key={one.kind === 'overdue' ? one.kind : `${one.kind} ${one.assignment.assignment_id}`}
          classId={classId}
          waiting={one}
          isFirst={at === 0}
        />
      ))}
    </EntryList>
  );
}

const TITLES: Readonly<Record<Waiting['kind'], (n: number) => string>> = {
  question: (n) => t('{n, plural, one {# question is open} other {# questions are open}}', { n }),
  mark: (n) => t('{n, plural, one {# student waits for a mark} other {# students wait for a mark}}', { n }),
  overdue: (n) => t('{n, plural, one {# assignment is overdue} other {# assignments are overdue}}', { n }),
  soon: (n) => t('{n, plural, one {# student has not started} other {# students have not started}}', { n }),
  gone: () => t('There is no course: it was deleted, or could not be written'),
};

interface WaitingEntryProps {
  readonly classId: string;
  readonly waiting: Waiting;
  readonly isFirst: boolean;
}

function WaitingEntry({ classId, waiting, isFirst }: WaitingEntryProps) {
  const look = isFirst ? ({ variant: 'contained' } as const) : ({ variant: 'outlined', color: 'inherit' } as const);
  if (waiting.kind === 'overdue') {
    const { students } = waiting;
    const names = students.slice(0, MOST_NAMES).map(({ name }) => name);
    const others = students.length - names.length;
    return (
      <Entry
        mark="failed"
        picture={
          // as wide as the covers above and below
          <Box sx={{ flex: 'none', width: 80 }}>
            <Faces people={students.slice(0, MOST_NAMES)} size="small" />
          </Box>
        }
        title={TITLES.overdue(waiting.count)}
        lines={
          names.length === 0
            ? []
            : [formatSentenceList(others > 0 ? [...names, t('{n, plural, one {# other} other {# others}}', { n: others })] : names)]
        }
        actions={
          <LinkButton to="/classes/$classId/$part" params={{ classId, part: 'report' }} {...look}>
            {t('See progress')}
          </LinkButton>
        }
      />
    );
  }
  const { kind, count, assignment } = waiting;
  const of = <VisuallyHidden>{` ${formulaWords(assignment.title, undefined)}`}</VisuallyHidden>;
  const due =
    kind === 'soon' && assignment.due_at !== null && t('Due {when}', { when: formatDueFor(assignment.due_at, assignment.time_zone) });
  return (
    <Entry
      mark={kind === 'gone' ? 'failed' : 'attention'}
      picture={<SmallCover title={assignment.title} />}
      title={TITLES[kind](count)}
      lines={[<CourseTitle key="course" title={assignment.title} language={undefined} />, ...(due ? [due] : [])]}
      actions={
        kind === 'question' ? (
          <LinkButton to="/classes/$classId/$part" params={{ classId, part: 'questions' }} {...look}>
            {t('Answer')}
            {of}
          </LinkButton>
        ) : (
          <LinkButton
            to="/classes/$classId/assignments/$assignmentId"
            params={{ classId, assignmentId: assignment.assignment_id }}
            {...look}
          >
            {kind === 'mark' ? t('Set marks') : t('See the assignment')}
            {of}
          </LinkButton>
        )
      }
    />
  );
}
