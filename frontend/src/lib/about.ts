import { useQuery } from '@tanstack/react-query';
import { about } from '#contract/platform/health.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Whether courses are written by the sandbox; false until the server has said so. */
export function useIsSandboxAi(): boolean {
  const { data } = useQuery({ queryKey: ['about'], queryFn: ({ signal }) => call(about, { signal }), staleTime: Infinity });
  return data?.ai_mode === 'sandbox';
}
