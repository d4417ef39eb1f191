import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { runLog } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { LogLine } from '#contract/platform/status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';

/** Reads the log from its first line, page by page. @throws ApiError */
async function readLog(taskId: string, signal: AbortSignal): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for (let skip: number | null = 0; skip !== null;) {
    const page: { lines: LogLine[]; next: number | null } = await call(runLog, { params: { task_id: taskId }, query: { skip }, signal });
    lines.push(...page.lines);
    skip = page.next;
  }
  return lines;
}

/**
 * Fetches the log lines older than those in the status, once they are wanted. The whole log is read, including the lines of the current status:
 * it is read again only after as many new lines as a status contains.
 */
export function useEarlierLines(run: StatusEnvelope, isWanted: boolean) {
  const earlier = run.log_earlier ?? 0;
  const { data, error, refetch } = useQuery({
    queryKey: [...runKey(run.task_id), 'log', Math.ceil(earlier / run.log.length)],
    queryFn: ({ signal }) => readLog(run.task_id, signal),
    enabled: isWanted && earlier > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return { lines: data?.slice(0, earlier) ?? [], isMissing: isWanted && earlier > 0 && !data, error, refetch: () => void refetch() };
}
