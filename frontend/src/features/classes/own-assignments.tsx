import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { OwnAssignment } from '#contract/classes/assignments.contract.ts';
import { CLASS_QUESTION_LENGTH } from '#contract/classes/class-questions.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { completedText, lessonsText } from '#frontend/lib/courses/course-words.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { SmallCover } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ownAssignments, useAskTeacher, useStart } from './class-queries.ts';
import { afterDateWords, dueWordsOf } from './late-work-words.ts';

interface OwnAssignmentsProps {
  readonly userId: string;
  /** Restricts the list to one class. */
  readonly classId?: string;
  /** Restricts the list to open assignments. */
  readonly isOpen?: boolean;
  /** The maximum number of assignments. */
  readonly most?: number;
  /** Navigates to the opened course. */
  readonly onStarted: (courseId: string) => void;
  /** Whether the first open assignment is the screen's next step; false if the screen has another one. */
  readonly isMain?: boolean;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
}

/** The user's assignments, each with its date and a button that opens it. */
export function OwnAssignments({ userId, classId, isOpen = false, most, isMain = true, onStarted, empty }: OwnAssignmentsProps) {
  const { data, error, refetch } = useQuery(ownAssignments(userId, { ...(classId !== undefined && { classId }), isOpen }));
  const [asking, setAsking] = useState<OwnAssignment | null>(null);
  const start = useStart(userId, onStarted);
  if (!data) {
    return error ? (
      <ErrorState title={t('Your assignments could not be loaded')} error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={t('Loading your assignments')} rows={3} />
    );
  }
  if (data.assignments.length === 0) return empty;
  const next = isMain ? data.assignments.find((one) => one.completed_at === null && mayOpen(one)) : undefined;
  return (
    <>
      <EntryList aria-label={t('Assigned to you')}>
        {data.assignments.slice(0, most).map((one) => (
          <Entry
            key={one.assignment_id}
            mark={one.overdue && !one.closed ? 'failed' : one.completed_at === null && one.copy_id === null ? 'new' : undefined}
            picture={<SmallCover title={one.title} />}
            title={<CourseTitle title={one.title} language={undefined} />}
            lines={[
              <MetaLine key="due" facts={[dueWordsOf(one), classId === undefined && <bdi key="class">{one.class_name}</bdi>]} />,
              <MetaLine key="state" facts={[stateWords(one), one.completed_at === null && !one.overdue && afterDateWords(one)]} />,
              ...(one.mark === null
                ? []
                : [
                    <MetaLine
                      key="mark"
                      facts={[
                        <span key="value">
                          {/* a mark such as 2+ is written from left to right in every language */}
                          {t('Your mark')}: <strong dir="ltr">{one.mark}</strong>
                        </span>,
                        one.mark_reason !== null && <bdi key="reason">{one.mark_reason}</bdi>,
                      ]}
                    />,
                  ]),
              ...(one.note === '' ? [] : [one.note]),
            ]}
            actions={
              <>
                <Button color="inherit" onClick={() => setAsking(one)}>
                  {t('Ask the teacher')}
                  <VisuallyHidden>{` ${formulaWords(one.title, undefined)}`}</VisuallyHidden>
                </Button>
                {mayOpen(one) && (
                  <Button
                    {...(one === next ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
                    aria-busy={start.isPending && start.variables === one.assignment_id}
                    onClick={() => start.mutate(one.assignment_id)}
                  >
                    {one.copy_id === null ? t('Start') : one.completed_at === null ? t('Continue') : t('Open again')}
                    <VisuallyHidden>{` ${formulaWords(one.title, undefined)}`}</VisuallyHidden>
                  </Button>
                )}
              </>
            }
          />
        ))}
      </EntryList>
      {asking && <AskTeacherDialog userId={userId} assignment={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

const mayOpen = ({ state, copy_id: copy, closed }: OwnAssignment): boolean => copy !== null || (state === 'ready' && !closed);

function stateWords({
  state,
  copy_id: copy,
  completed_lessons: done,
  lesson_count: lessons,
  has_update: isChanged,
}: OwnAssignment): string {
  if (copy === null && state === 'writing') return t('The course is still being written');
  if (copy === null && state === 'gone') return t('There is no course: it was deleted, or could not be written');
  const progress = copy === null ? lessonsText(lessons) : completedText(done, lessons);
  return isChanged ? t('{progress}. Your teacher has since changed the course. Open it to get the changes.', { progress }) : progress;
}

interface AskTeacherDialogProps {
  readonly userId: string;
  readonly assignment: OwnAssignment;
  readonly onClose: () => void;
}

/** Sends a question that only the class's teachers can read. */
function AskTeacherDialog({ userId, assignment, onClose }: AskTeacherDialogProps) {
  const [text, setText] = useState('');
  const [questionId] = useState(() => crypto.randomUUID());
  const ask = useAskTeacher(userId);
  const submit = () => {
    if (text.trim() === '') return;
    ask.mutate(
      { assignmentId: assignment.assignment_id, question_id: questionId, text },
      {
        onSuccess: () => {
          toast('success', t('Your teachers have your question'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('Ask the teacher')}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Send')} isPending={ask.isPending} isDisabled={text.trim() === ''} onClose={onClose} />}
    >
      <p>
        <CourseTitle title={assignment.title} language={undefined} />
      </p>
      <TextField
        label={t('Your question')}
        multiline
        minRows={3}
        maxLength={CLASS_QUESTION_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        helper={t('Only the teachers of {name} read your question.', { name: assignment.class_name })}
      />
      <FormMessage message={ask.error ? { kind: 'error', text: errorText(ask.error, t('The question could not be sent.')) } : null} />
    </FormDialog>
  );
}
