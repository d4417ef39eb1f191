import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readConsoleState } from '#contract/operator/console.contract.ts';
import { listAlerts, readOverview } from '#contract/operator/overview.contract.ts';
import { readSeries, type ChosenRange } from '#contract/operator/series.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Seconds between two polls; 0 for manual refresh only. */
export const EVERY = [0, 1, 2, 5, 10, 30] as const;
export const USUAL_EVERY = 5;
const SERIES_MS: Readonly<Record<ChosenRange, number>> = { '1h': 5_000, '24h': 15_000, '7d': 60_000, '30d': 60_000 };
const ALERTS_MS = 30_000;

/** The current state of the installation, polled. The last answer stays shown until the next one arrives. */
export const overview = (everyS: number) =>
  queryOptions({
    queryKey: ['operator', 'overview'],
    queryFn: ({ signal }) => call(readOverview, { signal }),
    refetchInterval: everyS === 0 ? false : everyS * 1000,
  });

/**
 * Figures over a range, interval by interval. The last answer stays shown until the next one arrives.
 * @param everyS seconds between two polls, 0 for none
 */
export const series = (range: ChosenRange, everyS: number = USUAL_EVERY) =>
  queryOptions({
    queryKey: ['operator', 'series', range],
    queryFn: ({ signal }) => call(readSeries, { query: { range }, signal }),
    // intervals of a month do not change within seconds
    refetchInterval: everyS === 0 ? false : Math.max(everyS * 1000, SERIES_MS[range]),
    placeholderData: keepPreviousData,
  });

export const alerts = () =>
  queryOptions({ queryKey: ['operator', 'alerts'], queryFn: ({ signal }) => call(listAlerts, { signal }), refetchInterval: ALERTS_MS });

const STATE_MS = 5_000;

/** The installation's state in a few words, for every screen of the console. */
export const consoleState = () =>
  queryOptions({
    queryKey: ['operator', 'state'],
    queryFn: ({ signal }) => call(readConsoleState, { signal }),
    refetchInterval: STATE_MS,
  });
