import type { LogLine } from '#contract/platform/status.contract.ts';
import type { LogRow } from './run-kind.ts';

/** The wire form of a line of the log. */
export const logLine = ({ at, event, text, words }: LogRow): LogLine => ({
  at: new Date(at).toISOString(),
  event,
  text,
  ...(words && { words }),
});
