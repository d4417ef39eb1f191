import { useEffect, useRef, useState } from 'react';
import Button from '@mui/material/Button';
import type { ConsoleRun } from '#contract/operator/runs-console.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { formatPercent } from '#frontend/lib/format.ts';
import { runStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { DownloadIcon } from '#frontend/ui/feature-icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { failureWord, serviceName, workWord } from '../overview/work-words.ts';
import { csvFile } from '../parts/csv.ts';
import { allRuns } from './run-queries.ts';
import type { RunSearch } from './run-search.ts';

const MICRO = 1_000_000;

const columns = (): readonly (readonly [name: string, of: (run: ConsoleRun) => string | number | null])[] => [
  [t('Run'), ({ task_id: id }) => id],
  [t('Status'), ({ status }) => runStateWord(status)],
  [t('Subject'), ({ title, subject }) => title ?? subject],
  [t('Kind'), ({ kind }) => workWord(kind)],
  [t('Error'), ({ error_code: code }) => (code === null ? null : failureWord(code))],
  [t('Owner'), ({ person }) => person?.name ?? null],
  [t('Email'), ({ person }) => person?.email ?? null],
  [t('Asked'), ({ services }) => services.map(serviceName).join(', ')],
  [t('Created'), ({ created_at: at }) => at],
  [t('Started'), ({ started_at: at }) => at],
  [t('Ended'), ({ finished_at: at }) => at],
  [t('Cost in US dollars'), ({ cost_micro_usd: cost }) => cost / MICRO],
];

/** The CSV file of these runs: times in ISO 8601, costs in dollars. */
const runsFile = (runs: readonly ConsoleRun[]): Blob =>
  csvFile([columns().map(([name]) => name), ...runs.map((run) => columns().map(([, of]) => of(run)))]);

/** Saves all runs of a search as a file, and shows the progress meanwhile. A second press cancels it. */
export function RunFileButton({ search }: { readonly search: RunSearch }) {
  const [share, setShare] = useState<number | null>(null);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const save = async () => {
    reading.current = new AbortController();
    const { signal } = reading.current;
    setShare(0);
    try {
      const runs = await allRuns(search, signal, (count, total) => setShare(total === 0 ? 1 : count / total));
      saveFile(runsFile(runs), 'runs.csv');
    } catch (error) {
      if (!signal.aborted) toast('error', errorText(error, t('The runs could not be loaded')));
    }
    setShare(null);
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<DownloadIcon aria-hidden />}
      onClick={() => (share === null ? void save() : reading.current?.abort())}
    >
      {share === null ? t('CSV') : formatPercent(Math.floor(100 * Math.min(1, share)) / 100)}
      <VisuallyHidden> {share === null ? t('of all matching runs') : t('saved so far; press to stop')}</VisuallyHidden>
    </Button>
  );
}
