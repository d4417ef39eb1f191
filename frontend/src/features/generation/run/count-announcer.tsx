import { useState } from 'react';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { useAccessibilityPreferences } from '#frontend/lib/preferences/use-accessibility-preferences.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { countReadyShort } from '#frontend/features/generation/runs/run-summary-words.ts';

/** The change since the last poll; null when there is nothing to announce: before there are lessons, and on arrival. */
function newsOf(before: RunSummary | undefined, now: RunSummary | undefined): string | null {
  if (!before || !now || before.task_id !== now.task_id || countReadyShort(now) === '') return null;
  if (countReadyShort(before) === countReadyShort(now)) return null;
  return t('{title}: {ready} of {n, plural, one {# lesson} other {# lessons}} ready', {
    title: now.title ?? now.topic,
    ready: now.lessons_ready,
    n: now.lessons_total,
  });
}

/** For screen reader users who chose it (A11Y-01): announces every finished lesson in a sentence, on every screen. */
export function CountAnnouncer({ newest }: { readonly newest: RunSummary | undefined }) {
  const { screen_reader: isOn } = useAccessibilityPreferences();
  const [seen, setSeen] = useState({ run: newest, sentence: '' });
  if (seen.run !== newest) setSeen({ run: newest, sentence: newsOf(seen.run, newest) ?? seen.sentence });
  return isOn ? <VisuallyHidden role="status">{seen.sentence}</VisuallyHidden> : null;
}
