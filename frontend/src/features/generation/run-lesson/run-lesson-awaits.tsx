import Typography from '@mui/material/Typography';
import type { LessonAwaits } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';

function awaitsText(awaits: LessonAwaits): string {
  if (awaits === 'practice') return t('Its practice and its review are still to come. They appear here by themselves.');
  if (awaits === 'review') return t('Its review is still to come. What it changes appears here by itself.');
  if (awaits === 'quiz_check') return t('Its quiz is being checked. It appears here by itself.');
  return t('It is being corrected after its review. The new text appears here by itself.');
}

/** What is still to come of a lesson that can be read already. The line is always there, so that its changes are announced. */
export function RunLessonAwaits({ awaits }: { readonly awaits: LessonAwaits | null }) {
  return (
    <Typography variant="body2" color="textSecondary" role="status" sx={{ '&:not(:empty)': { marginBlockEnd: '20px' } }}>
      {awaits && awaitsText(awaits)}
    </Typography>
  );
}
