import type { KindRow, LaneRow, Overview, QueueRow } from '#contract/operator/overview.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { ConsoleTable, Mark, Quiet } from '../parts/console-table.tsx';
import { formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { PauseButton } from '../parts/pause-button.tsx';
import { Sparkline } from '../parts/sparkline.tsx';

/** The occupied and available slots of each lane. */
export function LaneTable({ lanes }: { readonly lanes: readonly LaneRow[] }) {
  return (
    <ConsoleTable label={t('Lanes')}>
      <ColumnHeads columns={[t('Lane'), t('State')]} figures={[t('Runs waiting'), t('Run limit'), t('Oldest'), t('Age limit')]} />
      <tbody>
        {lanes.map((row) => (
          <tr key={row.lane}>
            <th scope="row">{laneWord(row.lane)}</th>
            <td>{row.is_full ? <Mark>{t('full: new work is refused')}</Mark> : t('takes work')}</td>
            <td className="figure">{formatNumber(row.depth)}</td>
            <td className="figure">{formatNumber(row.most_depth)}</td>
            <td className="figure">{row.oldest_s === 0 ? NO_VALUE : formatSeconds(row.oldest_s)}</td>
            <td className="figure">{formatSeconds(row.most_s)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}

/** One row per queue and lane. */
export function QueueTable({ queues }: { readonly queues: readonly QueueRow[] }) {
  return (
    <ConsoleTable label={t('Queues')}>
      <ColumnHeads
        columns={[t('Queue'), t('Act'), t('Ended a minute')]}
        figures={[
          t('Active'),
          t('Waiting'),
          t('Delayed'),
          t('Failed in 24 h'),
          t('Oldest'),
          t('Wait, 95 of 100'),
          t('Time to empty'),
          t('Workers'),
        ]}
      />
      <tbody>
        {queues.map((row) => (
          <tr key={row.queue}>
            <th scope="row">
              <bdi lang="en">{row.queue}</bdi>
              {row.is_paused && (
                <>
                  {' '}
                  <Mark>{t('paused')}</Mark>
                </>
              )}
            </th>
            <td>
              <PauseButton scope="queue" name={row.queue} isPaused={row.is_paused} />
            </td>
            <td>
              <Sparkline counts={row.ended} />
            </td>
            <td className="figure">{formatNumber(row.active)}</td>
            <td className="figure">{formatNumber(row.waiting)}</td>
            <td className="figure">{formatNumber(row.delayed)}</td>
            <td className="figure">{formatNumber(row.failed)}</td>
            <td className="figure">{row.waiting === 0 ? NO_VALUE : formatSeconds(row.oldest_s)}</td>
            <td className="figure">{row.wait ? formatSeconds(row.wait.p95) : NO_VALUE}</td>
            <td className="figure">{row.empty_in_s === null ? NO_VALUE : formatSeconds(row.empty_in_s)}</td>
            <td className="figure">{row.workers === 0 ? <Mark>{t('none')}</Mark> : formatNumber(row.workers)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}

/** Active runs by kind and lane. */
export function KindTable({ kinds }: { readonly kinds: readonly KindRow[] }) {
  return (
    <ConsoleTable label={t('Runs')}>
      <ColumnHeads columns={[t('Kind'), t('Act'), t('Lane')]} figures={[t('Queued'), t('Running'), t('Parked'), t('Oldest')]} />
      <tbody>
        {kinds.map((row) => (
          <tr key={`${row.kind} ${row.lane}`}>
            <th scope="row">
              <bdi lang="en">{row.kind}</bdi>
              {row.is_paused && (
                <>
                  {' '}
                  <Mark>{t('paused')}</Mark>
                </>
              )}
            </th>
            <td>
              <PauseButton scope="kind" name={row.kind} isPaused={row.is_paused} />
            </td>
            <td>{laneWord(row.lane)}</td>
            <td className="figure">{formatNumber(row.queued)}</td>
            <td className="figure">{formatNumber(row.running)}</td>
            <td className="figure">{formatNumber(row.parked)}</td>
            <td className="figure">{row.queued === 0 ? NO_VALUE : formatSeconds(row.oldest_s)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}

export const laneWord = (lane: 'interactive' | 'batch'): string => (lane === 'batch' ? t('batch') : t('interactive'));

/** Worker processes, with the time of their last heartbeat. */
export function WorkerTable({ workers, at }: Pick<Overview, 'workers' | 'at'>) {
  return (
    <ConsoleTable label={t('Workers')}>
      <ColumnHeads columns={[t('Process'), t('Last heartbeat'), t('Since')]} figures={[t('Holds'), t('At once, a queue')]} />
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.id}>
            <th scope="row">
              <bdi lang="en">{worker.id}</bdi>
            </th>
            <td>
              {worker.is_alive ? (
                t('{seconds} ago', { seconds: formatSeconds(Math.max(0, (Date.parse(at) - Date.parse(worker.seen_at)) / 1000)) })
              ) : (
                <Mark>{t('silent since {time}', { time: formatWhen(worker.seen_at) })}</Mark>
              )}
            </td>
            <td className="when">
              <Quiet>{formatWhen(worker.started_at)}</Quiet>
            </td>
            <td className="figure">{formatNumber(worker.held)}</td>
            <td className="figure">{formatNumber(worker.concurrency)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}
