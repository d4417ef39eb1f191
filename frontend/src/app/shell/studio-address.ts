import { useLocation } from '@tanstack/react-router';
import { useSession } from '#frontend/lib/session/session.ts';

/** Whether the current URL is in the Creator Studio (CRE-01). Case-insensitive, like the router. */
export const useIsInStudio = (): boolean => useLocation({ select: ({ pathname }) => /^\/studio(\/|$)/i.test(pathname) });

/** Whether an operator is in the console, which has its own shell. */
export function useIsInConsole(): boolean {
  const isThere = useLocation({ select: ({ pathname }) => /^\/operator(\/|$)/i.test(pathname) });
  const roles = useSession().user?.roles ?? [];
  return isThere && roles.some((role) => role === 'operator' || role === 'admin');
}
