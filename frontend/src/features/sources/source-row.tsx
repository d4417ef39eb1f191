import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Source } from '#contract/sources/sources.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { MarginRow, type MarginState } from '#frontend/ui/margin-row.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import type { Sending } from './use-source-upload.ts';

const MARGIN = { ready: 'done', reading: 'writing', failed: 'failed' } as const satisfies Record<Source['status'], MarginState>;

const NAME = { flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' } as const;

const sizeOf = ({ pages, words }: Source): string =>
  [pages !== null && t('Pages: {n}', { n: pages }), t('Words: {n}', { n: formatNumber(words) })].filter(Boolean).join(' · ');

interface SourceRowProps {
  readonly source: Source;
  readonly isChosen: boolean;
  /** No more sources can be selected. */
  readonly isFull: boolean;
  readonly isRemoving: boolean;
  readonly onChoose: () => void;
  readonly onRemove: () => void;
}

/** One source: selectable once it is processed, its state before, or why it failed. */
export function SourceRow({ source, isChosen, isFull, isRemoving, onChoose, onRemove }: SourceRowProps) {
  const { name, status, error } = source;
  return (
    <MarginRow as="li" state={MARGIN[status]}>
      <Box sx={NAME}>
        {status === 'ready' ? <CheckField label={name} checked={isChosen} disabled={isFull} onChange={onChoose} /> : name}
      </Box>
      <StateWord state={MARGIN[status]} {...(status !== 'ready' && { role: 'status' })}>
        {status === 'ready' ? sizeOf(source) : status === 'reading' ? t('Being read') : error}
      </StateWord>
      <RemoveButton name={name} isBusy={isRemoving} onClick={onRemove} />
    </MarginRow>
  );
}

/** A file being uploaded, or whose upload failed. */
export function SendingRow({ sending: { name, problem }, onDismiss }: { readonly sending: Sending; readonly onDismiss: () => void }) {
  const state = problem === null ? 'writing' : 'failed';
  return (
    <MarginRow as="li" state={state}>
      <Box sx={NAME}>{name}</Box>
      <StateWord state={state} role={problem === null ? 'status' : 'alert'}>
        {problem ?? t('Being sent')}
      </StateWord>
      {problem !== null && <RemoveButton name={name} onClick={onDismiss} />}
    </MarginRow>
  );
}

interface RemoveButtonProps {
  readonly name: string;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}

const RemoveButton = ({ name, isBusy = false, onClick }: RemoveButtonProps) => (
  <Button color="inherit" aria-busy={isBusy} onClick={onClick} aria-label={t('Remove {name}', { name })}>
    {t('Remove')}
  </Button>
);
