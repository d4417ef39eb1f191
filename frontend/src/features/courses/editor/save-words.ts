import { t } from '#frontend/lib/text.ts';
import type { SaveState } from './autosave.ts';

/** The save state, in words. */
export function saveText({ kind, reason }: SaveState): string {
  if (kind === 'saved') return t('Saved');
  if (kind === 'typed' || kind === 'saving') return t('Saving…');
  if (kind === 'conflict') return t('Not saved: this lesson was changed elsewhere');
  return reason === undefined ? t('Not saved: no connection') : t('Not saved: {reason}', { reason });
}
