import { queryOptions } from '@tanstack/react-query';
import { listAlerts, readOverview } from '#contract/operator/overview.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Seconds between two looks; 0: only when asked. */
export const EVERY = [0, 1, 2, 5, 10, 30] as const;
export const USUAL_EVERY = 5;

/** The installation now; asked again by itself. What was shown stays until the next answer is there. */
export const overview = (everyS: number) =>
  queryOptions({
    queryKey: ['operator', 'overview'],
    queryFn: ({ signal }) => call(readOverview, { signal }),
    refetchInterval: everyS === 0 ? false : everyS * 1000,
  });

export const alerts = () => queryOptions({ queryKey: ['operator', 'alerts'], queryFn: ({ signal }) => call(listAlerts, { signal }) });
