import Typography from '@mui/material/Typography';
import type { LessonAwaits } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';

type Anew = 'rejected' | 'interrupted' | null;

function awaitsText(awaits: LessonAwaits, anew: Anew): string {
  if (awaits === 'text') {
    if (anew === 'rejected') return t('The text here did not pass a check. It is being rewritten.');
    if (anew === 'interrupted') return t('Writing was interrupted. It is being written again.');
    return t('This lesson is being written. Finished paragraphs appear here automatically.');
  }
  if (awaits === 'practice') return t('The practice and check for this lesson are not ready yet. They will appear here automatically.');
  if (awaits === 'review') return t('This lesson has not been checked yet. Any changes will appear here automatically.');
  if (awaits === 'quiz_check') return t('Its quiz is being checked. It will appear here automatically.');
  return t('This lesson is being corrected after its check. The new text will appear here automatically.');
}

/** The parts still missing from a lesson that can already be read. The line is always rendered, so that its changes are announced. */
export function RunLessonPending({ awaits, anew }: { readonly awaits: LessonAwaits | null; readonly anew: Anew }) {
  return (
    <Typography variant="body2" color="textSecondary" role="status" sx={{ '&:not(:empty)': { marginBlockEnd: '20px' } }}>
      {awaits && awaitsText(awaits, anew)}
    </Typography>
  );
}
