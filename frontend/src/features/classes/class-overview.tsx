import { useState } from 'react';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes/classes.contract.ts';
import { formatNumber, formatSentenceList, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { Faces } from '#frontend/ui/faces.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { AssignmentList } from './assignment-list.tsx';
import { ClassAttention, waitingIn } from './class-attention.tsx';
import { AddPeopleDialog } from './class-people.tsx';
import { classAssignments, classQuestions, classReport } from './class-queries.ts';
import { ClassSettings } from './class-settings.tsx';
import { StudentList } from './student-list.tsx';

interface ClassOverviewProps {
  readonly userId: string;
  readonly group: Class;
  /** The run that is writing a course for the class, which is to be assigned at once. */
  readonly taskId?: string | undefined;
  readonly onAssigned: () => void;
  /** Opens the copy that was made for the next term. */
  readonly onCopied: (classId: string) => void;
}

/** A class for its teachers: what waits for them, its assignments, its students, and its settings. */
export function ClassOverview({ userId, group, taskId, onAssigned, onCopied }: ClassOverviewProps) {
  const { class_id: classId, archived: isOver } = group;
  const report = useInfiniteQuery(classReport(userId, classId));
  const assignments = useInfiniteQuery(classAssignments(userId, classId));
  const questions = useQuery(classQuestions(userId, classId));
  const [isAdding, setAdding] = useState(false);
  const [now] = useState(() => Date.now());
  const students = report.data?.pages.flatMap((page) => page.students) ?? [];
  const totals = report.data?.pages[0]?.totals;
  const waiting =
    isOver || !totals || !assignments.data || !questions.data
      ? undefined
      : waitingIn({
          now,
          assignments: assignments.data.pages.flatMap((page) => page.assignments),
          students,
          overdue: totals.overdue,
          questions: questions.data.questions,
        });
  const isBare = group.students === 0 && !isOver;
  return (
    <>
      <WelcomeCard
        picture={students.length > 0 ? <Faces people={students} total={group.students} /> : <Illustration name="no-classes" />}
        title={isBare ? t('Start with your students') : headline(group, waiting?.length)}
        line={
          isBare ? (
            t('Add students by name or email. Then assign a course, and you see here who needs you.')
          ) : (
            <MetaLine
              facts={[
                waiting !== undefined && studentsText(group.students),
                group.teachers.length > 0 && (
                  <bdi key="teachers">{t('Taught by {names}', { names: formatSentenceList(group.teachers) })}</bdi>
                ),
              ]}
            />
          )
        }
        {...(isBare
          ? {
              actions: (
                <Button variant="contained" onClick={() => setAdding(true)}>
                  {t('Add students')}
                </Button>
              ),
            }
          : totals && {
              facts: [
                {
                  name: t('Completed'),
                  figure: t('{n} of {all}', { n: formatNumber(totals.completed), all: formatNumber(totals.assigned) }),
                },
                { name: t('Overdue'), figure: formatNumber(totals.overdue) },
                { name: t('Tokens this month'), figure: formatTokenCount(group.tokens_this_month ?? 0) },
              ],
            })}
      />
      {waiting && waiting.length > 0 && <ClassAttention classId={classId} waiting={waiting} />}
      <AssignmentList userId={userId} group={group} taskId={taskId} isMain={!isBare && waiting?.length === 0} onAssigned={onAssigned} />
      {group.students > 0 && <StudentList userId={userId} group={group} onAdd={() => setAdding(true)} />}
      <ClassSettings userId={userId} group={group} onCopied={onCopied} />
      {isAdding && (
        <AddPeopleDialog
          userId={userId}
          classId={classId}
          memberRole="student"
          mayInvite={group.my_role === 'administrator'}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

const studentsText = (n: number): string => t('{n, plural, one {# student} other {# students}}', { n });

/** The state of a class in a sentence. @param waiting number of things that wait for its teachers; undefined until it is known */
function headline({ students, archived: isOver }: Class, waiting: number | undefined): string {
  if (isOver || waiting === undefined) return studentsText(students);
  if (waiting === 0) return t('Nothing waits for you in this class');
  return t('{n, plural, one {# thing waits for you} other {# things wait for you}}', { n: waiting });
}
