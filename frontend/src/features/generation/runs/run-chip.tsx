import { styled, type Theme } from '@mui/material/styles';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { BOTTOM_BAR_HEIGHT, CHIP_PX, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { countReadyShort, marginOfRun } from './run-summary-words.ts';

/** The margin rule of the course. */
const ruled = (theme: Theme) => ({
  paddingInlineStart: 10,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  '&[data-state="writing"]': { borderInlineStart: `3px dashed ${theme.vars.palette.secondary.main}` },
});
/** In the header's line, where the link to all runs wraps below the title when both do not fit; on a phone above the bottom bar. */
const Chip = styled('nav')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0 12px',
  minWidth: 0,
  fontSize: TYPE_SCALE.body,
  lineHeight: 1.3,
  '& > :last-child': { flex: 'none', paddingBlock: 4 },
  [theme.breakpoints.up('md')]: {
    ...ruled(theme),
    flex: '1 1 8rem',
    flexWrap: 'wrap',
    maxWidth: '30rem',
    marginInlineStart: 16,
    marginInlineEnd: 8,
  },
  [theme.breakpoints.between('md', 'lg')]: { fontSize: TYPE_SCALE.small },
  [theme.breakpoints.up('lg')]: { marginInlineStart: 24, marginInlineEnd: 16 },
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
  flex: '1 1 9rem',
  columnGap: 8,
  minWidth: 0,
  maxWidth: 'max-content',
  paddingBlock: 4,
  [theme.breakpoints.down('md')]: ruled(theme),
  // The title shrinks to about a word in favour of the state; in larger type the state wraps below it.
  '& a': { flex: '1 1 5em', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', paddingBlock: 4 },
  [theme.breakpoints.up('md')]: { paddingBlock: 0 },
}));
const Count = styled('span')(({ theme }) => ({
  flex: '0 1 auto',
  minWidth: 0,
  color: theme.vars.palette.text.secondary,
  '&[data-state="writing"]': { color: theme.vars.palette.secondary.main, fontWeight: 600 },
}));

/** The stage before there are lessons to count, as short as possible. */
function shortWord({ status, stage, queue_position: position }: RunSummary): string {
  if (status === 'queued') return position !== null && position > 0 ? t('queued, no. {n}', { n: position }) : t('queued');
  return stage === 'approval' ? t('check outline') : t('outline');
}

interface RunChipProps {
  readonly newest: RunSummary;
  /** Number of other runs being written. */
  readonly others: number;
  /** The last poll failed: the shown state may be outdated. */
  readonly isUnsure: boolean;
}

/** The course being written, on every screen: its title, its progress, and links to it and to all runs. */
export function RunChip({ newest, others, isUnsure }: RunChipProps) {
  const state = marginOfRun(newest);
  const count = countReadyShort(newest);
  return (
    <Chip data-run-chip data-state={state} aria-label={t('Being written')}>
      <Run data-state={state}>
        {/* Truncated at the end of its own direction. */}
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
