import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ManagedAssignment } from '#contract/classes/assignments.contract.ts';
import { LATE_WORK, type LateWork } from '#contract/classes/classes.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { shownAddress } from '#frontend/lib/shown-address.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { assignableCourses, classMembers, coursesBeingWritten, useAssign, useUpdateAssignment } from './class-queries.ts';
import { toDueAt, toFields } from './due-fields.ts';
import { lateWorkWords } from './late-work-words.ts';

interface Due {
  readonly day: string;
  readonly time: string;
  readonly note: string;
  /** Empty to follow the class's setting. */
  readonly lateWork: LateWork | '';
}

interface DueFieldsProps {
  readonly due: Due;
  readonly onChange: (due: Due) => void;
}

function DueFields({ due, onChange }: DueFieldsProps) {
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
        <TextField
          label={t('Due on')}
          type="date"
          value={due.day}
          onChange={({ target }) => onChange({ ...due, day: target.value })}
          helper={t('Leave empty for no due date. Students are reminded two days before.')}
        />
        <TextField
          label={t('At')}
          type="time"
          value={due.time}
          disabled={due.day === ''}
          onChange={({ target }) => onChange({ ...due, time: target.value })}
        />
      </Stack>
      {due.day !== '' && (
        <SelectField
          label={t('Work after the due date')}
          value={due.lateWork}
          onChange={({ target }) => onChange({ ...due, lateWork: target.value as Due['lateWork'] })}
          options={[{ value: '', label: t('Same as the class') }, ...LATE_WORK.map((value) => ({ value, label: lateWorkWords[value]() }))]}
        />
      )}
      <TextField
        label={t('A message to your students')}
        multiline
        minRows={2}
        maxLength={1_000}
        value={due.note}
        onChange={({ target }) => onChange({ ...due, note: target.value })}
      />
    </>
  );
}

/** Ids of the chosen students; null for the whole class. */
type Whom = ReadonlySet<string> | null;

const sendable = (whom: Whom): string[] | null => whom && [...whom];
/** What is wrong with a choice, or null. */
const problemOf = (whom: Whom): string | null => (whom?.size === 0 ? t('Choose at least one option.') : null);

interface WhomFieldsProps {
  readonly userId: string;
  readonly classId: string;
  readonly whom: Whom;
  readonly onChange: (whom: Whom) => void;
}

function WhomFields({ userId, classId, whom, onChange }: WhomFieldsProps) {
  const students = useInfiniteQuery(classMembers(userId, classId, ''));
  const toggle = (id: string) => onChange(new Set(whom?.has(id) ? [...whom].filter((one) => one !== id) : [...(whom ?? []), id]));
  return (
    <>
      <CheckField
        label={t('For the whole class, including students who join later')}
        checked={whom === null}
        onChange={({ target }) => onChange(target.checked ? null : new Set())}
      />
      {whom !== null && (
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{t('For these students')}</legend>
          <PagedList
            pages={students}
            rowsOf={(page) => page.members.filter(({ role }) => role === 'student')}
            failed={t('The people could not be loaded')}
            loading={t('Loading the people')}
            placeholders={3}
            empty={<p>{t('There are no students in this class yet.')}</p>}
          >
            {(people, list) => (
              <div ref={list}>
                {people.map(({ user_id: id, name, ...addressed }) => (
                  <CheckField
                    key={id}
                    label={<bdi>{name || shownAddress(addressed)}</bdi>}
                    checked={whom.has(id)}
                    onChange={() => toggle(id)}
                  />
                ))}
              </div>
            )}
          </PagedList>
        </fieldset>
      )}
    </>
  );
}

interface AssignDialogProps {
  readonly userId: string;
  readonly classId: string;
  /** The run that is writing the course for the class. */
  readonly taskId?: string | undefined;
  readonly onClose: () => void;
}

/** Assigns one of the teacher's own courses, even while it is being written, to the class or to some of its students. */
export function AssignDialog({ userId, classId, taskId = '', onClose }: AssignDialogProps) {
  const courses = useInfiniteQuery(assignableCourses(userId));
  // without them, finished courses can still be assigned
  const { data: runs = [], isLoading: isLoadingRuns } = useQuery(coursesBeingWritten(userId));
  const [choice, setChoice] = useState(taskId);
  const [due, setDue] = useState<Due>({ ...toFields(null), note: '', lateWork: '' });
  const [whom, setWhom] = useState<Whom>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [assignmentId] = useState(() => crypto.randomUUID());
  const assign = useAssign(userId, classId);

  if (!courses.data || isLoadingRuns) {
    return (
      <FormDialog title={t('Assign a course')} onClose={onClose} actions={null}>
        {courses.error ? (
          <ErrorState title={t('Your courses could not be loaded')} error={courses.error} onRetry={() => void courses.refetch()} />
        ) : (
          <LoadingState label={t('Loading your courses')} rows={3} />
        )}
      </FormDialog>
    );
  }
  const own = courses.data.pages.flatMap((page) => page.courses);
  if (own.length === 0 && runs.length === 0 && taskId === '') {
    return (
      <FormDialog
        title={t('Assign a course')}
        onClose={onClose}
        actions={
          <LinkButton to="/create" search={{ class: classId }} variant="contained">
            {t('Create one for this class')}
          </LinkButton>
        }
      >
        <p>{t('You have not created a course yet. Create one, from your own sources if you like, and assign it.')}</p>
      </FormDialog>
    );
  }
  const isWriting = (id: string) => runs.some(({ task_id }) => task_id === id);
  const options = [
    { value: '', label: t('Choose a course') },
    // it may have been completed in the meantime
    ...(taskId === '' || isWriting(taskId) ? [] : [{ value: taskId, label: t('The course written for this class') }]),
    ...runs.map(({ task_id, title, topic }) => ({
      value: task_id,
      label: t('{title} · being written', { title: title ?? topic }),
      dir: 'auto' as const,
    })),
    ...own.map(({ course_id, title }) => ({ value: course_id, label: formulaWords(title, undefined), dir: 'auto' as const })),
  ];
  // when it completes, the run is replaced by its course
  const chosenId = options.some(({ value }) => value === choice) ? choice : '';
  const submit = () => {
    if (chosenId === '') return setProblem(t('Please choose a course.'));
    setProblem(problemOf(whom));
    if (problemOf(whom) !== null) return;
    assign.mutate(
      {
        assignment_id: assignmentId,
        ...(chosenId === taskId || isWriting(chosenId) ? { task_id: chosenId } : { course_id: chosenId }),
        due_at: toDueAt(due.day, due.time),
        note: due.note,
        late_work: due.lateWork || null,
        student_ids: sendable(whom),
      },
      {
        onSuccess: () => {
          toast('success', t('Assigned'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('Assign a course')}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Assign')} isPending={assign.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2.5, paddingBlockStart: 1 }}>
        <SelectField
          label={t('One of your courses')}
          required
          value={chosenId}
          onChange={({ target }) => setChoice(target.value)}
          error={problem !== null && chosenId === '' ? problem : undefined}
          options={options}
        />
        {courses.hasNextPage && (
          <Button
            color="inherit"
            aria-busy={courses.isFetchingNextPage}
            onClick={() => courses.isFetchingNextPage || void courses.fetchNextPage()}
            sx={{ alignSelf: 'start' }}
          >
            {t('Show more courses')}
          </Button>
        )}
        <FormMessage
          message={courses.isFetchNextPageError ? { kind: 'error', text: errorText(courses.error, t('More could not be loaded')) } : null}
        />
        <LinkButton to="/create" search={{ class: classId }} color="inherit" variant="outlined" sx={{ alignSelf: 'start' }}>
          {t('Create one for this class')}
        </LinkButton>
        <DueFields due={due} onChange={setDue} />
        <WhomFields userId={userId} classId={classId} whom={whom} onChange={setWhom} />
        <FormMessage
          message={
            assign.error
              ? { kind: 'error', text: errorText(assign.error, t('The course could not be assigned.')) }
              : problem !== null && chosenId !== ''
                ? { kind: 'error', text: problem }
                : null
          }
        />
      </Stack>
    </FormDialog>
  );
}

interface EditAssignmentDialogProps {
  readonly userId: string;
  readonly assignment: ManagedAssignment;
  /** Ids of the students it is for; null for the whole class. */
  readonly studentIds: readonly string[] | null;
  readonly onClose: () => void;
}

/** Changes an assignment: its date, its note, the rule for late work, and whom it is for. */
export function EditAssignmentDialog({ userId, assignment, studentIds, onClose }: EditAssignmentDialogProps) {
  const [due, setDue] = useState<Due>({
    ...toFields(assignment.due_at),
    note: assignment.note,
    lateWork: assignment.has_late_work ? assignment.late_work : '',
  });
  const [before] = useState<Whom>(() => studentIds && new Set(studentIds));
  const [whom, setWhom] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateAssignment(userId, assignment);
  const submit = () => {
    const wrong = whom === before ? null : problemOf(whom);
    setProblem(wrong);
    if (wrong !== null) return;
    update.mutate(
      {
        due_at: toDueAt(due.day, due.time),
        note: due.note,
        late_work: due.lateWork || null,
        ...(whom !== before && { student_ids: sendable(whom) }),
      },
      {
        onSuccess: () => {
          toast('success', t('Saved'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('Change the assignment')}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Save')} isPending={update.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2.5, paddingBlockStart: 1 }}>
        <DueFields due={due} onChange={setDue} />
        <WhomFields userId={userId} classId={assignment.class_id} whom={whom} onChange={setWhom} />
        <FormMessage
          message={
            update.error
              ? { kind: 'error', text: errorText(update.error, t('The assignment could not be changed.')) }
              : problem === null
                ? null
                : { kind: 'error', text: problem }
          }
        />
      </Stack>
    </FormDialog>
  );
}
