import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import ListItemText from '@mui/material/ListItemText';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { RetryButton } from './retry-button.tsx';
import { countReadyShort, marginOfRun, runWord } from './run-summary-words.ts';

function factsOf(run: RunSummary): string {
  const asked = t('Asked {time}', { time: formatWhen(run.created_at) });
  const { lessons_ready: ready, lessons_total: total } = run;
  const words = t('{ready} of {total, plural, one {# lesson} other {# lessons}}', { ready, total });
  const kind = total === 1 ? t('Single lesson') : t('Single lessons');
  return [run.kind === 'lesson' && kind, asked, countReadyShort(run) && words].filter(Boolean).join(' · ');
}

/** One run as a row: its cover, title, time, progress, and its state in a word. */
export function RunSummaryRow({ run }: { readonly run: RunSummary }) {
  const state = marginOfRun(run);
  const title = run.title ?? run.topic;
  const { lessons_ready: ready, lessons_total: total } = run;
  return (
    <MarginRow as="li" state={state}>
      <Box sx={{ flex: 'none', width: 72 }}>
        <CourseCover title={title} />
      </Box>
      <ListItemText
        primary={
          <TextLink to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
            <CourseTitle title={title} language={run.language} />
          </TextLink>
        }
        secondary={factsOf(run)}
        slotProps={{ primary: { variant: 'subtitle2' } }}
        sx={{ flex: '1 1 10rem' }}
      />
      {/* decorative: the count is beside the title */}
      <Box aria-hidden sx={{ flex: '0 1 8rem', display: { xs: 'none', md: 'block' } }}>
        {total > 0 && <LinearProgress variant="determinate" value={(100 * ready) / total} />}
      </Box>
      <Box sx={{ display: 'flex', flex: { md: 'none' }, minWidth: { md: '11rem' }, marginInlineStart: 'auto' }}>
        <StateWord state={state}>{runWord(run)}</StateWord>
      </Box>
      {run.can_retry && <RetryButton taskId={run.task_id} title={title} />}
    </MarginRow>
  );
}
