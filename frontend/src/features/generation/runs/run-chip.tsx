import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { marginLine } from '#frontend/ui/margin-row.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { BOTTOM_BAR_HEIGHT, CHIP_PX } from '#frontend/theme/tokens.ts';
import { countReadyShort, marginOfRun } from './run-summary-words.ts';

/** In the header's line; on a phone above the bottom bar. */
const Chip = styled('nav')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0 12px',
  minWidth: 0,
  [theme.breakpoints.up('md')]: { flex: '1 1 8rem', flexWrap: 'wrap', maxWidth: '30rem', marginInline: 16 },
  [theme.breakpoints.down('md')]: {
    position: 'fixed',
    zIndex: theme.zIndex.appBar,
    insetInline: 0,
    insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
    minHeight: CHIP_PX,
    paddingInline: 16,
    backgroundColor: theme.vars.palette.background.paper,
    borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
  },
}));
/** Its title shrinks to about a word in favour of the state, which wraps below it in larger type. */
const Run = styled(Stack)(({ theme }) => ({
  ...marginLine(theme),
  flex: '1 1 9rem',
  flexFlow: 'row wrap',
  alignItems: 'baseline',
  minWidth: 0,
  maxWidth: 'max-content',
  paddingInlineStart: 13,
  '& a': { flex: '1 1 5em', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', paddingBlock: 4 },
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
    <Chip data-run-chip aria-label={t('Being written')}>
      <Run data-state={state}>
        {/* Truncated at the end of its own direction. */}
        <TextLink dir="auto" to="/create/runs/$taskId" params={{ taskId: newest.task_id }}>
          {newest.title ?? newest.topic}
        </TextLink>
        <StateWord state={state}>
          {isUnsure ? t('no connection') : count === '' ? shortWord(newest) : count}
          {!isUnsure && count !== '' && <VisuallyHidden> {t('lessons ready')}</VisuallyHidden>}
        </StateWord>
      </Run>
      <Typography component="span" variant="body2" sx={{ flex: 'none', paddingBlock: 0.5, marginInlineStart: { xs: 'auto', md: 0 } }}>
        <TextLink to="/create/runs">{others > 0 ? t('{n} more', { n: others }) : t('All runs')}</TextLink>
      </Typography>
    </Chip>
  );
}
