import { useEffect, useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { textLocale } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { findRecentRun, forgetRun, rememberRun } from '#frontend/features/generation/runs/recent-runs.ts';

const MINUTE_MS = 60_000;

/** `4 minutes ago`, `2 hours ago`, in the language of the interface; never less than a minute. */
function ago(iso: string): string {
  const minutes = Math.max(1, Math.round((Date.now() - Date.parse(iso)) / MINUTE_MS));
  const words = new Intl.RelativeTimeFormat(textLocale());
  return minutes < 60 ? words.format(-minutes, 'minute') : words.format(-Math.round(minutes / 60), 'hour');
}

interface RepeatNoteProps {
  readonly userId: string;
  readonly run: StatusEnvelope;
  readonly onStartAgain: () => void;
}

/**
 * Explains that the requested course already exists, and offers the same form as a new attempt: a second course is written only on explicit
 * request, with its cost shown.
 */
export function RepeatNote({ userId, run, onStartAgain }: RepeatNoteProps) {
  const taskId = run.task_id;
  // The run leaves the list of recent runs while its page is open.
  const [asked] = useState(() => findRecentRun(userId, taskId));
  const isRepeat = asked?.isRepeat ?? false;
  useEffect(() => (isRepeat ? () => forgetRun(userId, taskId) : undefined), [isRepeat, userId, taskId]);
  if (!asked || !isRepeat) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button
          color="inherit"
          onClick={() => {
            rememberRun(userId, asked);
            onStartAgain();
          }}
        >
          {t('Write another one')}
        </Button>
      }
      sx={{ marginBlockEnd: 3 }}
    >
      {t('You requested the same course {ago}. Here it is.', { ago: ago(run.created_at) })}
    </Alert>
  );
}
