import { useMemo, useState, type ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { foldedText } from '#contract/platform/folded-text.ts';
import type { RunDetail } from '#contract/operator/runs-console.contract.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { formatLogTime, formatNumber, formatStamp, formatTokens } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { runProgressWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { useNow, Waterfall } from '#frontend/ui/charts/waterfall.tsx';
import { barRows, type DrawnStep } from '#frontend/ui/charts/waterfall-rows.ts';
import { FilterToggle } from '#frontend/ui/fields/filter-chips.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { Figure } from '#frontend/ui/figure.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { lostWords } from '../console-head.tsx';
import { RunsLink } from '../overview/runs-link.tsx';
import { failureWord, workWord } from '../overview/work-words.ts';
import { useConsoleKeys } from '../parts/console-keys.ts';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { CopyId } from '../parts/copy-id.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { PersonMark } from '../parts/person-mark.tsx';
import { RunActions } from './run-actions.tsx';
import { RunAttempts, Tried } from './run-attempts.tsx';
import { runDetail } from './run-queries.ts';

interface RunPageProps {
  readonly taskId: string;
  /** The list from which it was opened. */
  readonly section: string;
  readonly list: string;
}

/** One run: its facts, when each of its steps waited and ran, the attempts of one step, and the log. */
export function RunPage({ taskId, section, list }: RunPageProps) {
  const { find, every } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const { data: known, error, refetch } = useQuery(runDetail(taskId));
  // a run removed in the meantime no longer offers actions
  const data = isNotFound(error) ? undefined : known;
  const back = { to: '/operator/$section', params: { section }, search: { find, every } } as const;
  useConsoleKeys(
    {
      a: () => {
        const first = document.querySelector<HTMLElement>('[data-run-acts] button');
        first?.focus();
        return first !== null;
      },
    },
    true,
  );
  return (
    <ConsoleFrame
      title={data ? (data.run.title ?? data.run.subject) : t('Run')}
      language={{ dir: 'auto' }}
      subtitle={
        <Stack component="span" direction="row" useFlexGap sx={{ gap: '4px 12px', alignItems: 'center', flexWrap: 'wrap' }}>
          <TextLink {...back}>{list}</TextLink>
          {data && <RunState detail={data} />}
        </Stack>
      }
      actions={data && <CourseLink detail={data} />}
      acts={data && data.acts.length > 0 && <RunActions detail={data} onRemoved={() => void navigate(back)} />}
      isHeld
    >
      {error && (
        <ErrorState title={t('The run could not be loaded')} error={error} onRetry={() => void refetch()}>
          {data && t('This view is out of date.')}
        </ErrorState>
      )}
      {data ? <Details detail={data} /> : !error && <LoadingState label={t('Loading the run')} rows={6} />}
    </ConsoleFrame>
  );
}

/** A link to the course that it wrote: the reader's own as learners see it, another user's as operators see it. */
function CourseLink({ detail: { run, course_id: courseId } }: { readonly detail: RunDetail }) {
  const { user_id: me } = useUser();
  if (courseId === null) return null;
  const caption = t('Open course');
  return run.person?.user_id === me ? (
    <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
      {caption}
    </LinkButton>
  ) : (
    <LinkButton to="/operator/$section/$id" params={{ section: 'courses', id: courseId }} variant="outlined" color="inherit">
      {caption}
    </LinkButton>
  );
}

function RunState({ detail: { run, promoted } }: { readonly detail: RunDetail }) {
  const isLive = run.status === 'queued' || run.status === 'running';
  return (
    <>
      <Chip
        component="span"
        size="small"
        color={run.status === 'failed' ? 'error' : isLive ? 'primary' : 'default'}
        label={runProgressWord(run)}
      />
      <span>{workWord(run.kind)}</span>
      {promoted && <span>{t('moved to the front')}</span>}
    </>
  );
}

/** Which worker of a run is gone, and which one takes over. A worker that had taken a job but not started it is not known by name. */
function lostRunWords({ workers, takeover }: NonNullable<RunDetail['lost']>): string {
  if (workers.length > 0) return lostWords(workers, takeover.workers);
  return takeover.workers === 0
    ? t('The worker that took the next step is gone, and no other is running. Work continues when one starts.')
    : t('The worker that took the next step is gone. Another takes over within a minute or so.');
}

const isLive = ({ run }: RunDetail): boolean => run.status === 'queued' || run.status === 'running';

const drawn = (steps: RunDetail['steps']): DrawnStep[] => steps.map((step) => ({ ...step, failed_at: step.tries.map(({ at }) => at) }));

function Details({ detail }: { readonly detail: RunDetail }) {
  const { run, steps, calls, log } = detail;
  const rows = useMemo(() => barRows(drawn(steps)), [steps]);
  const [chosen, choose] = useState<string | null>(null);
  const step =
    steps.find(({ key }) => key === chosen) ??
    steps.find(({ state }) => state === 'failed') ??
    steps.find(({ state }) => state === 'running') ??
    steps[0];
  const row = rows.find(({ bars }) => bars.some(({ key }) => key === step?.key));
  const beside = row ? steps.filter(({ key }) => row.bars.some((bar) => bar.key === key)) : [];
  const done = steps.filter(({ state }) => state === 'completed').length;
  return (
    <Stack sx={{ gap: 2 }}>
      <Facts detail={detail} />
      {detail.lost && (
        <Alert severity="warning" role="status">
          {lostRunWords(detail.lost)}
        </Alert>
      )}
      {run.error_code !== null && (
        <Card sx={{ padding: '8px 16px' }}>
          <Typography component="div" variant="body2">
            <Mark>{failureWord(run.error_code)}</Mark> <span lang="en">{detail.error_detail}</span>{' '}
            {detail.operator_detail !== null && <Tried value={detail.operator_detail} />}
          </Typography>
        </Card>
      )}
      <Card component="section" aria-label={t('Steps')}>
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'baseline', padding: '8px 16px 0' }}>
          <Typography variant="h3" component="h2">
            {t('Steps')}
          </Typography>
          <Quiet variant="body2">{t('{done} of {n} completed', { done: formatNumber(done), n: formatNumber(steps.length) })}</Quiet>
        </Stack>
        {steps.length === 0 ? (
          <Box sx={{ padding: 2 }}>
            <Quiet>{t('None yet')}</Quiet>
          </Box>
        ) : (
          <Waterfall rows={rows} isLive={isLive(detail)} chosen={step?.key ?? null} onChoose={choose} />
        )}
      </Card>
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' } }}>
        {step ? (
          <RunAttempts key={step.id} step={step} beside={beside} onChoose={choose} calls={calls} request={detail.request} />
        ) : (
          <span />
        )}
        <RunLog key={row?.id} log={log} about={row?.number ?? ''} />
      </Box>
    </Stack>
  );
}

const FACTS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(auto-fit, minmax(8rem, 1fr))', lg: 'repeat(auto-fit, minmax(6.5rem, max-content))' },
  justifyContent: 'space-between',
  gap: '8px 16px',
  margin: 0,
  padding: '8px 16px',
  '& dd': { margin: 0, maxWidth: '15rem', overflowWrap: 'anywhere' },
} as const;

function Facts({ detail }: { readonly detail: RunDetail }) {
  const { run, calls, usual } = detail;
  const now = useNow(isLive(detail));
  const children = Object.values(detail.children).reduce((sum, count) => sum + count, 0);
  const [input, output] = [sumOf(calls, 'input_tokens'), sumOf(calls, 'output_tokens')];
  const took =
    run.started_at === null ? null : ((run.finished_at === null ? now : Date.parse(run.finished_at)) - Date.parse(run.started_at)) / 1000;
  const waited = ((run.started_at === null ? now : Date.parse(run.started_at)) - Date.parse(run.created_at)) / 1000;
  const facts: readonly (readonly [string, ReactNode, ReactNode?])[] = [
    [
      t('Owner'),
      run.person ? (
        <>
          <PersonMark person={run.person} />
          <RunsLink filter={{ person: run.person.user_id }}>{run.person.name || run.person.email}</RunsLink>
        </>
      ) : (
        t('the installation')
      ),
      run.person?.name ? run.person.email : undefined,
    ],
    [t('Created'), formatStamp(run.created_at), waited >= 1 ? t('waited {time}', { time: formatSeconds(waited) }) : undefined],
    [
      t('Duration'),
      <Figure key="took">{took === null ? NO_VALUE : formatSeconds(Math.max(0, took))}</Figure>,
      usual && t('usually {time}', { time: formatSeconds(usual.seconds) }),
    ],
    [
      t('Cost'),
      <Figure key="cost">{formatMicro(run.cost_micro_usd)}</Figure>,
      [
        ...(usual ? [t('usually {sum}', { sum: formatMicro(usual.micro_usd) })] : []),
        ...(detail.wasted_micro_usd > 0 ? [t('{sum} of it wasted', { sum: formatMicro(detail.wasted_micro_usd) })] : []),
      ].join(' · '),
    ],
    [t('Tokens'), <Figure key="tokens">{formatNumber(input + output)}</Figure>, t('{n} written', { n: formatNumber(output) })],
    [
      t('Charged'),
      detail.of_plan ? t('of the plan') : detail.charged === 0 ? t('Nothing') : t('{n} tokens', { n: formatTokens(detail.charged) }),
    ],
    ...(children > 0
      ? [
          [
            t('Child runs'),
            <RunsLink key="children" filter={{ batch_id: run.task_id }}>
              {formatNumber(children)}
            </RunsLink>,
          ] as const,
        ]
      : []),
    [
      t('Run'),
      <CopyId key="id" id={run.task_id} of={t('Run')} />,
      detail.trace_url !== null && (
        <Link href={detail.trace_url} target="_blank" rel="noreferrer">
          {t('Trace')}
        </Link>
      ),
    ],
    [t('Request'), <CopyId key="request" id={detail.request_id} of={t('Request')} />],
  ];
  return (
    <Card>
      <Typography component="dl" variant="body2" sx={FACTS}>
        {facts.map(([name, value, note]) => (
          <div key={name}>
            <dt>
              <Quiet>{name}</Quiet>
            </dt>
            <dd>
              <b>{value}</b> {note && <Quiet sx={{ display: 'block' }}>{note}</Quiet>}
            </dd>
          </div>
        ))}
      </Typography>
    </Card>
  );
}

const sumOf = (calls: RunDetail['calls'], what: 'input_tokens' | 'output_tokens'): number =>
  calls.reduce((sum, call) => sum + (call[what] ?? 0), 0);

/** Events that deserve attention. */
const WARNS = /fail|refus|cut|unavailable|missing|not_|delay|paus|broken|timed/;

/** The log, newest first; of the selected lesson, or filtered by words. @param about the lesson's number */
function RunLog({ log, about }: { readonly log: RunDetail['log']; readonly about: string }) {
  const [words, setWords] = useState(about);
  const [onlyWarnings, setOnlyWarnings] = useState(false);
  const warnings = log.filter(({ event }) => WARNS.test(event));
  const asked = foldedText(words.trim());
  const shown = (onlyWarnings ? warnings : log).filter(({ text }) => foldedText(text).includes(asked)).toReversed();
  return (
    <Card component="section" aria-label={t('Log')} sx={{ padding: '8px 16px 16px', minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h3" component="h2">
          {t('Log')}
        </Typography>
        <Quiet variant="body2">{t('{n} of {all}', { n: formatNumber(shown.length), all: formatNumber(log.length) })}</Quiet>
        {warnings.length > 0 && (
          <Box sx={{ marginInlineStart: 'auto' }}>
            <FilterToggle label={t('Warnings')} count={warnings.length} isOn={onlyWarnings} onChange={setOnlyWarnings} />
          </Box>
        )}
      </Stack>
      <SearchField label={t('Search lines')} isWide value={words} onChange={({ target }) => setWords(target.value)} />
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t('Log')}
        sx={{ listStyle: 'none', margin: '8px 0 0', padding: 0, maxHeight: '28rem', overflowY: 'auto' }}
      >
        {shown.map((line, index) => (
          <Typography
            key={`${line.at}${index}`}
            component="li"
            variant="body2"
            sx={{ display: 'flex', gap: 1.5, paddingBlock: 0.5, borderBlockEnd: 1, borderColor: 'line.hairline' }}
          >
            <Quiet sx={{ fontVariantNumeric: 'tabular-nums' }}>{formatLogTime(line.at)}</Quiet>
            <Typography
              component="span"
              variant="inherit"
              lang="en"
              color={WARNS.test(line.event) ? 'error' : 'inherit'}
              sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
            >
              {line.text}
            </Typography>
          </Typography>
        ))}
      </Box>
    </Card>
  );
}
