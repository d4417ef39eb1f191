import { styled } from '@mui/material/styles';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { BOTTOM_BAR_HEIGHT, CHIP_PX, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { countReadyShort, marginOfRun } from './run-summary-words.ts';

/** In the header's line; on a phone above the bottom bar. */
const Chip = styled('nav')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  fontSize: TYPE_SCALE.body,
  lineHeight: 1.3,
  '& > :last-child': { flex: 'none' },
  [theme.breakpoints.up('md')]: { flex: '1 1 12rem', maxWidth: '30rem', marginInlineStart: 24, marginInlineEnd: 16 },
  [theme.breakpoints.down('md')]: {
    position: 'fixed',
    zIndex: theme.zIndex.appBar,
    insetInline: 0,
    insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
    '& > :last-child': { marginInlineStart: 'auto' },
    minHeight: CHIP_PX,
    paddingInline: 16,
    backgroundColor: theme.vars.palette.background.paper,
    borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
  },
}));
const Run = styled('span')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 8,
  minWidth: 0,
  paddingBlock: 4,
  paddingInlineStart: 10,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  '&[data-state="writing"]': { borderInlineStart: `3px dashed ${theme.vars.palette.secondary.main}` },
  // The title gives way to its state as far as a word; in larger type the state goes below it.
  '& a': { flex: '1 1 5em', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', paddingBlock: 4 },
}));
const Count = styled('span')(({ theme }) => ({
  flex: '0 1 auto',
  minWidth: 0,
  color: theme.vars.palette.text.secondary,
  '&[data-state="writing"]': { color: theme.vars.palette.secondary.main, fontWeight: 600 },
}));

/** What happens before there are lessons to count, as short as can be. */
function shortWord({ status, stage, queue_position: position }: RunSummary): string {
  if (status === 'queued') return position !== null && position > 0 ? t('queued, no. {n}', { n: position }) : t('queued');
  return stage === 'approval' ? t('check outline') : t('outline');
}

interface RunChipProps {
  readonly newest: RunSummary;
  /** How many more are being written. */
  readonly others: number;
  /** The last look failed: what is shown may be older. */
  readonly isUnsure: boolean;
}

/** The course being written, on every screen: its title, how far it is, and the way to it and to all runs. */
export function RunChip({ newest, others, isUnsure }: RunChipProps) {
  const state = marginOfRun(newest);
  const count = countReadyShort(newest);
  return (
    <Chip data-run-chip aria-label={t('Being written')}>
      <Run data-state={state}>
        {/* Cut off at the end of its own direction, whichever that is. */}
        <TextLink dir="auto" to="/create/runs/$taskId" params={{ taskId: newest.task_id }}>
          {newest.title ?? newest.topic}
        </TextLink>
        <Count data-state={state}>
          {isUnsure ? t('no connection') : count === '' ? shortWord(newest) : count}
          {!isUnsure && count !== '' && <VisuallyHidden> {t('lessons ready')}</VisuallyHidden>}
        </Count>
      </Run>
      <TextLink to="/create/runs">{others > 0 ? t('{n} more', { n: others }) : t('All runs')}</TextLink>
    </Chip>
  );
}
