import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { ownAssignments } from './class-queries.ts';
import { dueWordsOf } from './late-work-words.ts';
import { OwnAssignments } from './own-assignments.tsx';

/** Number of assignments shown, earliest due date first. The rest are on the classes page. */
const MOST = 3;

interface AssignedNowProps {
  readonly userId: string;
  readonly onStarted: (courseId: string) => void;
}

/** The user's open assignments, at most three, with a link to the rest. Renders nothing if there are none, or before that is known. */
export function AssignedNow({ userId, onStarted }: AssignedNowProps) {
  const { data } = useQuery(ownAssignments(userId, { isOpen: true }));
  if (!data || data.assignments.length === 0) return null;
  const { length } = data.assignments;
  return (
    <Box component="section" aria-label={t('Assigned to you')} sx={{ marginBlockEnd: 4.5 }}>
      <SectionHeading
        // this screen already links to the classes
        aside={length > MOST && <TextLink to="/classes">{t('All {n} in your classes', { n: length })}</TextLink>}
      >
        {t('Assigned to you')}
      </SectionHeading>
      <OwnAssignments userId={userId} isOpen isMain={false} most={MOST} onStarted={onStarted} empty={null} />
    </Box>
  );
}

interface AssignedByProps {
  readonly userId: string;
  /** The user's copy of an assigned course. */
  readonly courseId: string;
}

/** The class that assigned a course, and the due date. Renders nothing after the assignment was withdrawn, or before that is known. */
export function AssignedBy({ userId, courseId }: AssignedByProps) {
  const { data } = useQuery(ownAssignments(userId));
  const assignment = data?.assignments.find(({ copy_id: copy }) => copy === courseId);
  if (!assignment) return null;
  const { class_id: classId, class_name: name, overdue } = assignment;
  return (
    <Typography component="p" sx={{ marginBlock: '0 16px' }} color={overdue ? 'error' : 'textSecondary'}>
      {dueWordsOf(assignment)}
      {' · '}
      <TextLink to="/classes/$classId" params={{ classId }}>
        {t('Assigned by {name}', { name })}
      </TextLink>
    </Typography>
  );
}
