import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ownAssignments } from '#frontend/features/classes/class-queries.ts';
import { useMembership } from '#frontend/lib/use-membership.ts';

const AssignedNow = lazy(() => import('#frontend/features/classes/assigned.tsx').then(({ AssignedNow: shown }) => ({ default: shown })));

interface Assigned {
  /** Whether it is known, or will not be. */
  readonly isSettled: boolean;
  /** Something is assigned to the user and not completed. */
  readonly isAny: boolean;
}

/** Whether a member of an organisation has something to do for a class; who is in none does not ask. */
export function useAssigned(userId: string): Assigned {
  const isMember = useMembership(userId);
  const { data, failureCount } = useQuery({ ...ownAssignments(userId, { isOpen: true }), enabled: isMember === true });
  return { isSettled: isMember === false || data !== undefined || failureCount > 0, isAny: (data?.assignments.length ?? 0) > 0 };
}

/** What classes have assigned to the user, overdue first: a screen with it begins with it. Nothing without any. */
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
