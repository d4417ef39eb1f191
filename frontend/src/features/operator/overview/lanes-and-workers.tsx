import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import type { ReactNode } from 'react';
import type { LaneRow, Overview } from '#contract/operator/overview.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatSeconds } from '../parts/figures.ts';
import { RunsLink } from './runs-link.tsx';
import { laneWord } from './work-words.ts';
import { Watched } from './watched.tsx';

/** How much waits in each lane, and how much may. */
export function Lanes({ lanes }: { readonly lanes: readonly LaneRow[] }) {
  return (
    <Watched title={t('Lanes')}>
      <List disablePadding>
        {lanes.map((row) => (
          <Row
            key={row.lane}
            name={laneWord(row.lane)}
            state={row.is_full ? <Mark>{t('full: new work is refused')}</Mark> : t('takes work')}
          >
            <RunsLink filter={{ lane: row.lane, status: 'queued' }}>
              {t('{n} of {most} runs wait', { n: formatNumber(row.depth), most: formatNumber(row.most_depth) })}
            </RunsLink>
            {row.oldest_s > 0 &&
              ` · ${t('the oldest for {time} of {most}', { time: formatSeconds(row.oldest_s), most: formatSeconds(row.most_s) })}`}
          </Row>
        ))}
      </List>
    </Watched>
  );
}

/** Worker processes, with the time of their last heartbeat. */
export function Workers({ workers, at }: Pick<Overview, 'workers' | 'at'>) {
  return (
    <Watched title={t('Workers')}>
      {workers.length === 0 ? (
        <Quiet>{t('No worker has reported in.')}</Quiet>
      ) : (
        <List disablePadding>
          {workers.map((worker) => (
            <Row
              key={worker.id}
              name={<bdi lang="en">{worker.id}</bdi>}
              state={
                worker.is_alive ? (
                  t('seen {seconds} ago', { seconds: formatSeconds(Math.max(0, (Date.parse(at) - Date.parse(worker.seen_at)) / 1000)) })
                ) : (
                  <Mark>{t('silent since {time}', { time: formatWhen(worker.seen_at) })}</Mark>
                )
              }
            >
              {[
                t('since {time}', { time: formatWhen(worker.started_at) }),
                t('{n, plural, one {# step held} other {# steps held}}', { n: worker.held }),
                t('{n} of a queue at once', { n: formatNumber(worker.concurrency) }),
              ].join(' · ')}
            </Row>
          ))}
        </List>
      )}
    </Watched>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly state: ReactNode;
  /** Its figures, on a line below. */
  readonly children: ReactNode;
}

const Row = ({ name, state, children }: RowProps) => (
  <ListItem disableGutters disablePadding sx={{ display: 'block', paddingBlock: 0.5 }}>
    {name} · {state}
    <Quiet sx={{ display: 'block' }}>{children}</Quiet>
  </ListItem>
);
