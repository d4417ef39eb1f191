import { styled } from '@mui/material/styles';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { RetryButton } from './retry-button.tsx';
import { countReadyShort, marginOfRun, runWord } from './run-summary-words.ts';

const Main = styled('span')(({ theme }) => ({
  flex: '1 1 100%',
  minWidth: 0,
  paddingBlock: 4,
  [theme.breakpoints.up('md')]: { flex: '1 1 14rem' },
}));
const Facts = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));
const Cells = styled('span')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  flex: '1 1 6rem',
  maxWidth: '12rem',
  [theme.breakpoints.up('md')]: { flex: '0 1 10rem' },
}));
const Cell = styled('span')(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 1,
  height: 8,
  backgroundColor: theme.vars.palette.background.sunken,
  boxShadow: `inset 0 0 0 1px ${theme.vars.palette.line.waiting}`,
  '&[data-done]': { backgroundColor: theme.vars.palette.primary.main, boxShadow: 'none' },
  '@media (forced-colors: active)': {
    border: '1px solid CanvasText',
    '&[data-done]': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
  },
}));
const Word = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  marginInlineStart: 'auto',
  textAlign: 'end',
  [theme.breakpoints.up('md')]: { width: '11rem' },
  color: theme.vars.palette.text.secondary,
  '&[data-state="writing"]': { color: theme.vars.palette.secondary.main },
  '&[data-state="failed"]': { color: theme.vars.palette.error.main },
}));

/** Its lessons as decorative cells: finished ones come first. The count is shown beside the title. */
function LessonCells({ run }: { readonly run: RunSummary }) {
  if (run.lessons_total === 0) return null;
  return (
    <Cells aria-hidden>
      {Array.from({ length: run.lessons_total }, (_, n) => (
        <Cell key={n} data-done={n < run.lessons_ready ? '' : undefined} />
      ))}
    </Cells>
  );
}

function factsOf(run: RunSummary): string {
  const asked = t('Asked {time}', { time: formatWhen(run.created_at) });
  const { lessons_ready: ready, lessons_total: total } = run;
  const words = t('{ready} of {total, plural, one {# lesson} other {# lessons}}', { ready, total });
  const kind = total === 1 ? t('Single lesson') : t('Single lessons');
  return [run.kind === 'lesson' && kind, asked, countReadyShort(run) && words].filter(Boolean).join(' · ');
}

/** One run as a ruled row: title, time, progress, and its state in a word. */
export function RunSummaryRow({ run }: { readonly run: RunSummary }) {
  const state = marginOfRun(run);
  return (
    <MarginRow as="li" state={state}>
      <Main>
        <TextLink to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
          <CourseTitle title={run.title ?? run.topic} language={run.language} />
        </TextLink>
        <Facts>{factsOf(run)}</Facts>
      </Main>
      <LessonCells run={run} />
      <Word data-state={state}>{runWord(run)}</Word>
      {run.can_retry && <RetryButton taskId={run.task_id} title={run.title ?? run.topic} />}
    </MarginRow>
  );
}
