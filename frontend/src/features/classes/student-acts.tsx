import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { AssignedStudent, ManagedAssignment } from '#contract/classes/assignments.contract.ts';
import { MARK_LENGTH, MARK_REASON_LENGTH, type ClassMark } from '#contract/classes/class-marks.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDueFor, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { marksOf, useExtend, useSetMark } from './class-queries.ts';
import { toDueAt, toFields } from './due-fields.ts';
import { rightWords } from './class-report.tsx';

interface StudentActsProps {
  readonly userId: string;
  readonly assignment: ManagedAssignment;
  readonly student: AssignedStudent;
  /** Whether the user can set marks. */
  readonly teaches: boolean;
}

/** A teacher's actions for one student's assignment: a mark, or a later due date. */
export function StudentActs({ userId, assignment, student, teaches }: StudentActsProps) {
  const [open, setOpen] = useState<'mark' | 'date' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {teaches && (
        <Button color="inherit" onClick={() => setOpen('mark')}>
          {t('Mark')}
          <VisuallyHidden>{` ${student.name}`}</VisuallyHidden>
        </Button>
      )}
      {assignment.due_at !== null && (
        <Button color="inherit" onClick={() => setOpen('date')}>
          {t('Later due date')}
          <VisuallyHidden>{` ${student.name}`}</VisuallyHidden>
        </Button>
      )}
      {open === 'mark' && <MarkDialog userId={userId} assignment={assignment} student={student} onClose={close} />}
      {open === 'date' && <LaterDateDialog userId={userId} assignment={assignment} student={student} onClose={close} />}
    </>
  );
}

type DialogProps = Omit<StudentActsProps, 'teaches'> & { readonly onClose: () => void };

function MarkDialog({ userId, assignment, student, onClose }: DialogProps) {
  const [mark, setMark] = useState(student.mark ?? '');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  // a retry after a lost answer sends the same id
  const [markId] = useState(() => crypto.randomUUID());
  const { data } = useQuery(marksOf(userId, assignment, student.user_id));
  const set = useSetMark(userId, assignment, student.user_id);
  const submit = () => {
    setTried(true);
    if (reason.trim() === '' || (mark.trim() === '' && student.mark === null)) return;
    set.mutate(
      { mark_id: markId, mark: mark.trim() === '' ? null : mark, reason },
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
      title={t('Mark for {name}', { name: student.name })}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions label={t('Save')} isPending={set.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2.5, paddingBlockStart: 1 }}>
        <p>{t('Right first time: {words}', { words: rightWords(student) })}</p>
        <TextField
          label={t('Mark')}
          maxLength={MARK_LENGTH}
          value={mark}
          onChange={({ target }) => setMark(target.value)}
          error={isTried && mark.trim() === '' && student.mark === null ? t('Please fill in this field.') : undefined}
          helper={student.mark === null ? t('In your school’s format: 2+, B, 17/20.') : t('Leave empty to remove the mark.')}
        />
        <TextField
          label={t('Reason')}
          required
          multiline
          minRows={2}
          maxLength={MARK_REASON_LENGTH}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isTried && reason.trim() === '' ? t('Please fill in this field.') : undefined}
          helper={t('The student can read it; administrators cannot.')}
        />
        {data && data.marks.length > 0 && <Marks marks={data.marks} />}
        <FormMessage message={set.error ? { kind: 'error', text: errorText(set.error, t('The mark could not be saved.')) } : null} />
      </Stack>
    </FormDialog>
  );
}

/** All changes of a mark, newest first. */
function Marks({ marks }: { readonly marks: readonly ClassMark[] }) {
  return (
    <EntryList aria-label={t('Marks so far')}>
      {marks.map(({ mark_id: id, mark, before, reason, by, marked_at: at }) => (
        <Entry
          key={id}
          title={<span dir="auto">{changeWords(before, mark)}</span>}
          lines={[<bdi key="why">{reason}</bdi>, <bdi key="who">{[by, formatStamp(at)].filter(Boolean).join(' · ')}</bdi>]}
        />
      ))}
    </EntryList>
  );
}

function changeWords(before: string | null, mark: string | null): string {
  if (mark === null) return t('{before}, then removed', { before: before ?? '' });
  return before === null || before === mark ? mark : t('{before}, then {mark}', { before, mark });
}

function LaterDateDialog({ userId, assignment, student, onClose }: DialogProps) {
  const [due, setDue] = useState(toFields(student.due_at));
  const [isTried, setTried] = useState(false);
  const dueAt = toDueAt(due.day, due.time);
  const isLater = dueAt !== null && assignment.due_at !== null && Date.parse(dueAt) > Date.parse(assignment.due_at);
  const extend = useExtend(userId, assignment);
  const send = (dueAt: string | null) =>
    extend.mutate(
      { student_ids: [student.user_id], due_at: dueAt },
      {
        onSuccess: () => {
          toast('success', t('Saved'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('A later due date for {name}', { name: student.name })}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (isLater) send(dueAt);
      }}
      actions={<FormActions label={t('Save')} isPending={extend.isPending} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2.5, paddingBlockStart: 1 }}>
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
          <TextField
            label={t('Due on')}
            type="date"
            required
            value={due.day}
            onChange={({ target }) => setDue({ ...due, day: target.value })}
            error={isTried && !isLater ? t('Must be later than the class’s due date.') : undefined}
            helper={t('For everyone else, the due date is {when}.', { when: formatDueFor(assignment.due_at!, assignment.time_zone) })}
          />
          <TextField label={t('At')} type="time" value={due.time} onChange={({ target }) => setDue({ ...due, time: target.value })} />
        </Stack>
        {student.is_extended && (
          <Button color="inherit" variant="outlined" onClick={() => send(null)} sx={{ alignSelf: 'start' }}>
            {t('Remove the extension')}
          </Button>
        )}
        <FormMessage
          message={extend.error ? { kind: 'error', text: errorText(extend.error, t('The due date could not be changed.')) } : null}
        />
      </Stack>
    </FormDialog>
  );
}
