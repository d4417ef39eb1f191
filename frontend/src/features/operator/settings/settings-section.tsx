import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeSettings, listSettings } from '#contract/operator/control.contract.ts';
import type { Overview } from '#contract/operator/overview.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { SettingName } from '#contract/platform/tuning.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList, formatNumber, formatPercent } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RangeChoice, SeriesPanels, useRange } from '../charts/series-panels.tsx';
import { overview, series, USUAL_EVERY } from '../overview/overview-queries.ts';
import { ConsoleTable, Quiet, type Column } from '../parts/console-table.tsx';
import { NO_VALUE, sum } from '../parts/figures.ts';

const settings = () => queryOptions({ queryKey: ['operator', 'settings'], queryFn: ({ signal }) => call(listSettings, { signal }) });

export const settingWord = (name: SettingName): string =>
  ({
    max_active_runs: t('Concurrent runs'),
    worker_concurrency: t('Concurrent steps'),
    vendor_requests_per_minute: t('Requests per minute'),
    vendor_tokens_per_minute: t('Tokens per minute'),
    interactive_depth: t('Learners’ waiting runs'),
    interactive_age_s: t('Learners’ longest wait, in seconds'),
    batch_depth: t('Batch runs waiting'),
    batch_age_s: t('Longest batch wait, in seconds'),
  })[name];

/** What a limit applies to, and what happens above it. */
const settingNote = (name: SettingName): string =>
  ({
    max_active_runs: t('for the whole installation; further runs wait their turn'),
    worker_concurrency: t('per queue, in each worker'),
    vendor_requests_per_minute: t('to each AI service'),
    vendor_tokens_per_minute: t('to and from each AI service'),
    interactive_depth: t('above this limit, new ones are refused'),
    interactive_age_s: t('above this limit, new ones are refused'),
    batch_depth: t('above this, no more start'),
    batch_age_s: t('above this, no more start'),
  })[name];

/** The current usage of a limit, if the overview has it; null if it is not measured. */
function usedOf(name: SettingName, { queues, lanes, services, kinds }: Overview): string | null {
  const lane = (of: 'interactive' | 'batch') => lanes.find((row) => row.lane === of);
  const asked = services.flatMap((row) => (row.allowance === null ? [] : [1 - row.allowance]));
  const used: Readonly<Partial<Record<SettingName, string>>> = {
    max_active_runs: formatNumber(sum(kinds.map(({ running }) => running))),
    worker_concurrency: formatNumber(Math.max(0, ...queues.map(({ active, workers }) => Math.ceil(active / Math.max(1, workers))))),
    ...(asked.length > 0 && { vendor_requests_per_minute: formatPercent(Math.max(...asked)) }),
    interactive_depth: formatNumber(lane('interactive')?.depth ?? 0),
    interactive_age_s: formatNumber(Math.round(lane('interactive')?.oldest_s ?? 0)),
    batch_depth: formatNumber(lane('batch')?.depth ?? 0),
    batch_age_s: formatNumber(Math.round(lane('batch')?.oldest_s ?? 0)),
  };
  return used[name] ?? null;
}

/** How many runs and calls to AI services may run at once, the usage of each limit, and one Save button for all changes. */
export function SettingsSection() {
  const { data, error, refetch } = useQuery(settings());
  const { data: now } = useQuery(overview(USUAL_EVERY));
  const { data: past } = useQuery(series(useRange()));
  return (
    <ConsoleFrame
      title={t('Limits')}
      subtitle={t('Changes apply immediately. An empty field uses the configured value. The audit log records each change.')}
      actions={<RangeChoice />}
    >
      {data ? (
        <SettingsForm settings={data.settings} now={now} />
      ) : error ? (
        <ErrorState title={t('The limits could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the limits')} rows={3} />
      )}
      {past && <SeriesPanels series={past} ids={['wait']} />}
    </ConsoleFrame>
  );
}

type Setting = AnswerOf<typeof listSettings>['settings'][number];

const asTyped = ({ set }: Setting): string => (set === null ? '' : String(set));

interface Typing {
  readonly now: Overview | undefined;
  readonly valueOf: (setting: Setting) => string;
  readonly onType: (setting: Setting, value: string) => void;
}

const columns = ({ now, valueOf, onType }: Typing): Column<Setting>[] => [
  {
    id: 'limit',
    name: t('Limit'),
    cell: ({ name }) => (
      <>
        {settingWord(name)} <Quiet sx={{ fontWeight: 400 }}>{settingNote(name)}</Quiet>
      </>
    ),
  },
  { id: 'used', name: t('Current value'), isFigure: true, cell: ({ name }) => (now && usedOf(name, now)) ?? NO_VALUE },
  { id: 'configured', name: t('As configured'), isFigure: true, cell: ({ configured }) => formatNumber(configured) },
  {
    id: 'set',
    name: t('Set to'),
    isFigure: true,
    cell: (setting) => (
      <OutlinedInput
        type="number"
        size="small"
        value={valueOf(setting)}
        placeholder={formatNumber(setting.configured)}
        onChange={({ target }) => onType(setting, target.value)}
        slotProps={{ input: { min: 1, inputMode: 'numeric', 'aria-label': settingWord(setting.name) } }}
        sx={{ width: '9rem', '& input': { textAlign: 'end' } }}
      />
    ),
  },
];

interface SettingsFormProps {
  readonly settings: readonly Setting[];
  /** The current usage; absent until it has loaded. */
  readonly now: Overview | undefined;
}

function SettingsForm({ settings: stored, now }: SettingsFormProps) {
  const cache = useQueryClient();
  // typed and unsaved values; other fields show what others save in the meantime
  const [typed, setTyped] = useState<Readonly<Partial<Record<SettingName, string>>>>({});
  const changed = stored.filter((setting) => (typed[setting.name]?.trim() ?? asTyped(setting)) !== asTyped(setting));
  const { mutate, isPending } = useAction({
    mutationFn: () =>
      call(changeSettings, {
        body: {
          settings: changed.map(({ name }) => {
            const value = typed[name]?.trim() ?? '';
            return { name, value: value === '' ? null : Number(value) };
          }),
        },
      }),
    onSuccess: (answer) => {
      cache.setQueryData(settings().queryKey, answer);
      toast('success', t('Saved: {name}', { name: formatList(changed.map(({ name }) => settingWord(name))) }), null, false);
      setTyped({});
    },
    onError: (problem) => toast('error', errorText(problem, t('The settings could not be saved.'))),
  });
  const type = ({ name }: Setting, value: string) => setTyped({ ...typed, [name]: value });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (changed.length > 0 && !isPending) mutate();
  };
  return (
    <Card component="form" onSubmit={send} sx={{ marginBlockEnd: 2 }}>
      <ConsoleTable
        label={t('Limits')}
        columns={columns({ now, valueOf: (setting) => typed[setting.name] ?? asTyped(setting), onType: type })}
        rows={stored}
        keyOf={({ name }) => name}
        isInner
      />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, padding: 2, borderBlockStart: 1, borderColor: 'line.hairline' }}>
        <Button type="submit" variant="contained" aria-busy={isPending} disabled={changed.length === 0}>
          {t('Save')}
        </Button>
        <Typography variant="body2" color="textSecondary" role="status">
          {changed.length > 0 && t('{n, plural, one {# limit is changed} other {# limits are changed}}', { n: changed.length })}
        </Typography>
      </Stack>
    </Card>
  );
}
