import { useQueryClient } from '@tanstack/react-query';
import { ApiError, failureText } from '#frontend/lib/api-error.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

/** Query key of all community data of one user. */
export const communityKey = (userId: string) => ['community', userId] as const;

/** A mutation that refetches all community data and shows its errors. */
export function useCommunityMutation<Variables, Data>(
  userId: string,
  given: {
    mutationFn: (variables: Variables) => Promise<Data>;
    /** What could not be done; a function where it depends on the variables. */
    failed: string | ((variables: Variables) => string);
    /** Shown instead of the error when the session has ended. */
    signIn?: string;
    onSuccess?: (data: Data) => void;
  },
) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: given.mutationFn,
    onSuccess: (data: Data) => {
      void cache.invalidateQueries({ queryKey: communityKey(userId) });
      given.onSuccess?.(data);
    },
    onError: (error: Error, variables: Variables) => {
      const failed = typeof given.failed === 'string' ? given.failed : given.failed(variables);
      toast('error', given.signIn && error instanceof ApiError && error.status === 401 ? given.signIn : failureText(error, failed));
    },
  });
}
