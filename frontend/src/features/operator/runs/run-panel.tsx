import type { RefObject } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { RunDetail } from '#contract/operator/runs-console.contract.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatClock, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, Mark, Quiet } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { RunActions } from './run-actions.tsx';
import { RequestFields, Tried } from './run-fields.tsx';
import { runDetail } from './run-queries.ts';
import { statusWord, stepTree } from './run-words.ts';

const Frame = styled('section')(({ theme }) => ({
  minWidth: 0,
  paddingBlockStart: 8,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  '& > header': { display: 'flex', flexWrap: 'wrap', gap: 12, justifyContent: 'space-between', alignItems: 'start' },
  '& h2': { overflowWrap: 'anywhere', minWidth: 0, scrollMarginBlockStart: 80 },
}));

interface RunPanelProps {
  readonly taskId: string;
  /** Takes the focus when the run is opened: the panel may be far from the row. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onClose: () => void;
}

/** One complete run, beside the list. */
export function RunPanel({ taskId, heading, onClose }: RunPanelProps) {
  const { data: known, error, refetch } = useQuery(runDetail(taskId));
  // one that was removed meanwhile offers no acts any more
  const data = isNotFound(error) ? undefined : known;
  return (
    <Frame aria-label={t('Run')}>
      <header>
        <Typography variant="h2" ref={heading} tabIndex={-1} dir="auto">
          {data ? (data.run.title ?? data.run.subject) : t('Run')}
        </Typography>
        <Button size="small" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </header>
      {error && (
        <ErrorState title={t('The run could not be loaded')} error={error} onRetry={() => void refetch()}>
          {data && t('This view is out of date.')}
        </ErrorState>
      )}
      {data ? <Details detail={data} onRemoved={onClose} /> : !error && <LoadingState label={t('Loading the run')} rows={6} />}
    </Frame>
  );
}

function Details({ detail, onRemoved }: { readonly detail: RunDetail; readonly onRemoved: () => void }) {
  const { run, steps, calls, log } = detail;
  const children = Object.values(detail.children).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p>
        <bdi lang="en">{run.kind}</bdi> · {statusWord(run.status)} · <bdi lang="en">{run.stage}</bdi> · {formatNumber(run.progress)} %
        <br />
        <Quiet>
          <bdi>{run.task_id}</bdi> · {run.person?.email ?? t('the installation')} · {formatWhen(run.created_at)}
          {detail.promoted && ` · ${t('put first')}`}
          {children > 0 && ` · ${t('{n} runs of its own', { n: formatNumber(children) })}`}
        </Quiet>
      </p>
      <RunActions detail={detail} onRemoved={onRemoved} />
      {run.error_code !== null && (
        <RuledSection title={t('Error')} isInner>
          <p>
            <Mark lang="en">{run.error_code}</Mark> <span lang="en">{detail.error_detail}</span>
          </p>
          {detail.operator_detail !== null && <Tried value={detail.operator_detail} />}
        </RuledSection>
      )}
      <RuledSection title={t('Cost')} isInner>
        <p>
          {formatMicro(run.cost_micro_usd)}
          {detail.wasted_micro_usd > 0 && ` · ${t('{sum} of it bought nothing', { sum: formatMicro(detail.wasted_micro_usd) })}`}
        </p>
      </RuledSection>
      <RuledSection title={t('Steps')} isInner>
        <StepTable steps={steps} />
      </RuledSection>
      <RuledSection title={t('Calls')} isInner>
        {calls.length === 0 ? <Quiet>{t('None yet.')}</Quiet> : <CallTable calls={calls} />}
      </RuledSection>
      <RuledSection title={t('Log')} isInner>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {log.map((line, index) => (
            <li key={index}>
              <Quiet>{formatClock(line.at)}</Quiet> <span lang="en">{line.text}</span>
            </li>
          ))}
        </ul>
      </RuledSection>
      <RuledSection title={t('Request')} isInner>
        <RequestFields request={detail.request} />
      </RuledSection>
    </>
  );
}

function StepTable({ steps }: { readonly steps: RunDetail['steps'] }) {
  return (
    <ConsoleTable label={t('Steps')}>
      <ColumnHeads columns={[t('Step'), t('State'), t('Service'), t('Tries')]} figures={[t('Waited'), t('Took')]} />
      {stepTree(steps).map(({ group, steps: inGroup }) => (
        <tbody key={group}>
          {inGroup.map((step) => (
            <tr key={step.id}>
              <th scope="row">
                <bdi lang="en">{step.key}</bdi>
              </th>
              <td lang="en">
                {step.state === 'failed' ? <Mark>{step.state}</Mark> : step.state}
                {step.error_detail !== null && (
                  <>
                    <br />
                    <Quiet>{step.error_detail}</Quiet>
                  </>
                )}
              </td>
              <td>{step.service ?? NO_VALUE}</td>
              <td lang="en">
                {step.tries.length === 0
                  ? NO_VALUE
                  : step.tries.map((one, index) => (
                      <div key={index}>
                        {one.service ?? '–'}: {one.code}
                        {one.hint !== null && <Quiet> {one.hint}</Quiet>}
                      </div>
                    ))}
              </td>
              <td className="figure">{span(step.created_at, step.started_at)}</td>
              <td className="figure">{span(step.started_at, step.finished_at)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </ConsoleTable>
  );
}

const span = (from: string | null, until: string | null): string =>
  from === null || until === null ? NO_VALUE : formatSeconds(Math.max(0, (Date.parse(until) - Date.parse(from)) / 1000));

function CallTable({ calls }: { readonly calls: RunDetail['calls'] }) {
  return (
    <ConsoleTable label={t('Calls')}>
      <ColumnHeads
        columns={[t('Time'), t('Service'), t('For'), t('Outcome')]}
        figures={[t('Took'), t('Tokens in'), t('Tokens out'), t('Cost')]}
      />
      <tbody>
        {calls.map((one) => (
          <tr key={one.id}>
            <td>{formatClock(one.started_at)}</td>
            <td>
              {one.service} <Quiet style={{ whiteSpace: 'nowrap' }}>{one.model}</Quiet>
            </td>
            <td lang="en">{one.step_key ?? one.purpose}</td>
            <td lang="en">
              {one.outcome === 'ok' ? one.outcome : <Mark>{one.outcome}</Mark>} {one.http_status}
              {one.detail !== null && <Quiet> {one.detail}</Quiet>}
            </td>
            <td className="figure">{one.ms === null ? NO_VALUE : formatSeconds(one.ms / 1000)}</td>
            <td className="figure">{one.input_tokens === null ? NO_VALUE : formatNumber(one.input_tokens)}</td>
            <td className="figure">{one.output_tokens === null ? NO_VALUE : formatNumber(one.output_tokens)}</td>
            <td className="figure">{one.cost_micro_usd === null ? t('unknown') : formatMicro(one.cost_micro_usd)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}
