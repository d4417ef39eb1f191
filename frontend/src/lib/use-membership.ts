import { useQuery } from '@tanstack/react-query';
import { tokenBalance } from './token-balance.ts';

/**
 * Whether a user is in an organisation and may have classes; null as long as that is unknown. A failed request, e.g. offline, counts as no.
 */
export function useMembership(userId: string): boolean | null {
  const { data, failureCount } = useQuery(tokenBalance(userId));
  if (data) return data.organisation_available !== null;
  return failureCount > 0 ? false : null;
}
