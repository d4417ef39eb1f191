import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Source } from '#contract/sources/sources.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import type { Sending } from './use-source-upload.ts';

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 16px',
  paddingBlock: 4,
  paddingInlineStart: 12,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  '&[data-status="ready"]': { borderInlineStartColor: theme.vars.palette.primary.main },
  '&[data-status="reading"]': { borderInlineStartStyle: 'dashed', borderInlineStartColor: theme.vars.palette.secondary.main },
  '&[data-status="failed"]': { borderInlineStartColor: theme.vars.palette.error.main },
}));
const Name = styled('div')({ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere', '& > span': { display: 'block', paddingBlock: 9 } });
const Facts = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  '[data-status="failed"] > &': { color: theme.vars.palette.error.main },
}));

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
    <Row data-status={status}>
      <Name>
        {status === 'ready' ? <CheckField label={name} checked={isChosen} disabled={isFull} onChange={onChoose} /> : <span>{name}</span>}
      </Name>
      <Facts role={status === 'ready' ? undefined : 'status'}>
        {status === 'ready' ? sizeOf(source) : status === 'reading' ? t('Being read') : error}
      </Facts>
      <Button variant="text" color="inherit" aria-busy={isRemoving} onClick={onRemove} aria-label={t('Remove {name}', { name })}>
        {t('Remove')}
      </Button>
    </Row>
  );
}

/** A file being uploaded, or whose upload failed. */
export function SendingRow({ sending: { name, problem }, onDismiss }: { readonly sending: Sending; readonly onDismiss: () => void }) {
  return (
    <Row data-status={problem === null ? 'reading' : 'failed'}>
      <Name>
        <span>{name}</span>
      </Name>
      <Facts role={problem === null ? 'status' : 'alert'}>{problem ?? t('Being sent')}</Facts>
      {problem !== null && (
        <Button variant="text" color="inherit" onClick={onDismiss} aria-label={t('Remove {name}', { name })}>
          {t('Remove')}
        </Button>
      )}
    </Row>
  );
}
