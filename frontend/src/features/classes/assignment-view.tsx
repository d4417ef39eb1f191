import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AssignedStudent, HardQuestion, ManagedAssignment } from '#contract/classes/assignments.contract.ts';
import { FEWEST_ANSWERERS } from '#contract/classes/assignments.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDueFor, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { FacedName } from '#frontend/ui/faces.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EditAssignmentDialog } from './assign-dialog.tsx';
import { dueWords, forWords } from './assignment-list.tsx';
import { assignmentReport, useWithdraw } from './class-queries.ts';
import { activeWords, rightWords } from './class-report.tsx';
import { arrivalWords, lateWorkSentence, standingWords } from './late-work-words.ts';
import { StudentActs } from './student-acts.tsx';

interface AssignmentViewProps {
  readonly userId: string;
  readonly classId: string;
  readonly assignmentId: string;
  readonly onWithdrawn: () => void;
}

/** One assignment: each student's progress, and the questions that most students get wrong. */
export function AssignmentView({ userId, classId, assignmentId, onWithdrawn }: AssignmentViewProps) {
  const pages = useInfiniteQuery(assignmentReport(userId, classId, assignmentId));
  const first = pages.data?.pages[0];
  return (
    <>
      {first && <AssignmentHead userId={userId} assignment={first.assignment} studentIds={first.student_ids} onWithdrawn={onWithdrawn} />}
      {first && first.hardest.length > 0 && <Hardest questions={first.hardest} />}
      <RuledSection title={t('Students')}>
        <Stack sx={{ gap: 2, paddingBlockStart: 2 }}>
          <PagedList
            pages={pages}
            rowsOf={(page) => page.students}
            failed={t('The report could not be loaded')}
            loading={t('Loading the report')}
            empty={
              <EmptyState subject="people" title={t('No students yet')}>
                {t('Add students under People. Their progress appears here.')}
              </EmptyState>
            }
          >
            {(rows, list) => (
              <RowTable
                label={t('Students')}
                rows={rows}
                keyOf={({ user_id }) => user_id}
                list={list}
                columns={[
                  { name: t('Student'), renderCell: ({ name, user_id: id }) => <FacedName name={name} userId={id} /> },
                  {
                    name: t('Lessons'),
                    isFigure: true,
                    isBeside: true,
                    renderCell: ({ completed_lessons: n, lesson_count: all }) =>
                      t('{n} of {all}', { n: formatNumber(n), all: formatNumber(all) }),
                  },
                  { name: t('State'), renderCell: (row) => stateWords(row, first!.assignment) },
                  { name: t('Right first time'), isFigure: true, renderCell: rightWords },
                  ...(first!.teaches
                    ? [{ name: t('Mark'), isFigure: true, renderCell: ({ mark }: AssignedStudent) => <bdi>{mark ?? '–'}</bdi> }]
                    : []),
                  { name: t('Last active'), isWhole: true, renderCell: ({ last_active_at: at }) => activeWords(at) },
                  {
                    name: t('Options'),
                    isAct: true,
                    renderCell: (row) => (
                      <StudentActs userId={userId} assignment={first!.assignment} student={row} teaches={first!.teaches} />
                    ),
                  },
                ]}
              />
            )}
          </PagedList>
        </Stack>
      </RuledSection>
    </>
  );
}

/** A student's progress, and the due date if it differs from the assignment's. */
const stateWords = (row: AssignedStudent, { time_zone: zone }: ManagedAssignment): string =>
  row.is_extended && row.completed_at === null && row.due_at !== null
    ? t('{state} · due {when}', { state: standingWords(row), when: formatDueFor(row.due_at, zone) })
    : arrivalWords(row);

interface AssignmentHeadProps {
  readonly userId: string;
  readonly assignment: ManagedAssignment;
  readonly studentIds: readonly string[] | null;
  readonly onWithdrawn: () => void;
}

function AssignmentHead({ userId, assignment, studentIds, onWithdrawn }: AssignmentHeadProps) {
  const [open, setOpen] = useState<'edit' | 'withdraw' | null>(null);
  const withdraw = useWithdraw(userId, assignment);
  const { students, begun, completed, late, extended, due_at: due, course_id: courseId, note } = assignment;
  return (
    <>
      <FactStrip
        facts={[
          { name: t('Due'), figure: dueWords(assignment), note: forWords(assignment.for_all, students) },
          { name: t('Started'), figure: t('{n} of {all}', { n: formatNumber(begun), all: formatNumber(students) }) },
          {
            name: t('Completed'),
            figure: t('{n} of {all}', { n: formatNumber(completed), all: formatNumber(students) }),
            ...(late > 0 && { note: t('{n, plural, one {# of them late} other {# of them late}}', { n: late }) }),
          },
        ]}
      />
      {due !== null && (
        <p>
          {[
            lateWorkSentence[assignment.late_work](),
            extended > 0
              ? t('{n, plural, one {# student has a later due date.} other {# students have a later due date.}}', { n: extended })
              : '',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {note !== '' && <p dir="auto">{note}</p>}
      <ActionRow>
        <Button variant="outlined" color="inherit" onClick={() => setOpen('edit')}>
          {t('Change')}
        </Button>
        {courseId !== null && (
          <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
            {t('Open the course')}
          </LinkButton>
        )}
        <Button color="inherit" onClick={() => setOpen('withdraw')}>
          {t('Take it back')}
        </Button>
      </ActionRow>
      {open === 'edit' && (
        <EditAssignmentDialog userId={userId} assignment={assignment} studentIds={studentIds} onClose={() => setOpen(null)} />
      )}
      {open === 'withdraw' && (
        <ConfirmDialog
          title={t('Withdraw this assignment?')}
          act={t('Take it back')}
          isPending={withdraw.isPending}
          error={withdraw.error && errorText(withdraw.error, t('That did not work.'))}
          onConfirm={() => withdraw.mutate(undefined, { onSuccess: onWithdrawn })}
          onClose={() => setOpen(null)}
        >
          <p>{t('Students who have opened it keep the course. Their work no longer appears in your reports.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The questions that most students get wrong at the first attempt. */
function Hardest({ questions }: { readonly questions: readonly HardQuestion[] }) {
  return (
    <RuledSection title={t('Most missed questions')}>
      <p>{t('Among questions that at least {n} students have answered.', { n: formatNumber(FEWEST_ANSWERERS) })}</p>
      <EntryList aria-label={t('Most missed questions')}>
        {questions.map(({ lesson_id, lesson_title, question, answered, wrong }) => (
          <Entry
            key={`${lesson_id} ${question}`}
            title={<CourseTitle title={question} language={undefined} />}
            lines={[<CourseTitle key="lesson" title={lesson_title} language={undefined} />]}
            actions={t('{n} of {all} wrong', { n: formatNumber(wrong), all: formatNumber(answered) })}
          />
        ))}
      </EntryList>
    </RuledSection>
  );
}
