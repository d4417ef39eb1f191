import { useState } from 'react';
import Button from '@mui/material/Button';
import { errorText } from '#frontend/lib/api-error.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { allMovements } from './movement-queries.ts';
import { movementsCsv } from './movement-words.ts';
import type { UsageSearch } from './usage-search.ts';

/** Saves all pages of the filtered movements as a CSV file. */
export function CsvButton({ filter }: { readonly filter: UsageSearch }) {
  const [isBusy, setBusy] = useState(false);
  async function download(): Promise<void> {
    setBusy(true);
    try {
      const movements = await allMovements(filter);
      const csv = new Blob([movementsCsv(movements)], { type: 'text/csv;charset=utf-8' });
      saveFile(csv, `tokens-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (error) {
      toast('error', errorText(error, t('Download failed. Please try again.')));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="outlined" color="inherit" disabled={isBusy} onClick={() => void download()}>
      {isBusy ? t('Collecting') : t('Export CSV')}
    </Button>
  );
}
