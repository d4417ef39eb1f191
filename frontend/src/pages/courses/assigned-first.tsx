import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ownAssignments } from '#frontend/features/classes/class-queries.ts';
import { useMembership } from '#frontend/lib/use-membership.ts';

const AssignedNow = lazy(() => import('#frontend/features/classes/assigned.tsx').then(({ AssignedNow: shown }) => ({ default: shown })));

interface Assigned {
  /** Whether the answer has arrived or failed. */
  readonly isSettled: boolean;
  /** Whether there is an open assignment. */
  readonly isAny: boolean;
}

/** Whether a member of an organisation has an open assignment. Without an organisation, nothing is requested. */
export function useAssigned(userId: string): Assigned {
  const isMember = useMembership(userId);
  const { data, failureCount } = useQuery({ ...ownAssignments(userId, { isOpen: true }), enabled: isMember === true });
  return { isSettled: isMember === false || data !== undefined || failureCount > 0, isAny: (data?.assignments.length ?? 0) > 0 };
}

/** The user's assignments, overdue ones first, for the top of a screen. Renders nothing if there are none. */
export function AssignedFirst({ userId }: { readonly userId: string }) {
  const navigate = useNavigate();
  const { isAny } = useAssigned(userId);
  if (!isAny) return null;
  return (
    <Suspense fallback={null}>
      <AssignedNow userId={userId} onStarted={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId } })} />
    </Suspense>
  );
}
