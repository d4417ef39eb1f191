import { queryOptions } from '@tanstack/react-query';
import { readConsoleState } from '#contract/operator/console.contract.ts';
import { listAlerts, readOverview } from '#contract/operator/overview.contract.ts';
import { readCharts } from '#contract/operator/control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Seconds between two polls; 0: manual refresh only. */
export const EVERY = [0, 1, 2, 5, 10, 30] as const;
export const USUAL_EVERY = 5;
const CHARTS_MS = 60_000;
const ALERTS_MS = 30_000;

/** The current state of the installation, polled. The last answer stays shown until the next one arrives. */
export const overview = (everyS: number) =>
  queryOptions({
    queryKey: ['operator', 'overview'],
    queryFn: ({ signal }) => call(readOverview, { signal }),
    refetchInterval: everyS === 0 ? false : everyS * 1000,
  });

/** Throughput, failures and cost of the last hours; its rows are whole hours, so a minute's age does no harm. */
export const charts = (hours: number) =>
  queryOptions({
    queryKey: ['operator', 'charts', hours],
    queryFn: ({ signal }) => call(readCharts, { query: { hours }, signal }),
    refetchInterval: CHARTS_MS,
  });

export const alerts = () =>
  queryOptions({ queryKey: ['operator', 'alerts'], queryFn: ({ signal }) => call(listAlerts, { signal }), refetchInterval: ALERTS_MS });

const STATE_MS = 10_000;

/** The installation in a few words: on every screen of the console. */
export const consoleState = () =>
  queryOptions({
    queryKey: ['operator', 'state'],
    queryFn: ({ signal }) => call(readConsoleState, { signal }),
    refetchInterval: STATE_MS,
  });
