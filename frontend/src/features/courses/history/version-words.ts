import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { Version } from '../version-queries.ts';

/** The origin of a version, in words; an operators' batch is named. */
export function originText({ kind, operator_reason: reason }: Pick<Version, 'kind' | 'operator_reason'>): string {
  if (reason !== null) {
    if (kind === 'restored') return t('Taken back by an operator: {reason}', { reason });
    return kind === 'completed'
      ? t('Practice added by an operator: {reason}', { reason })
      : t('Rewritten by an operator: {reason}', { reason });
  }
  return {
    generated: t('Written by the AI services'),
    regenerated: t('New text accepted'),
    edited: t('Edited by hand'),
    restored: t('Earlier version restored'),
    completed: t('Missing parts added'),
    enrolled: t('Taken from the marketplace'),
    updated: t('New version from its creator'),
  }[kind];
}

/** Which lessons differ from the previous version, at most three by name. */
export function changedText({ kind, changed_lessons: changed }: Version): string {
  if (kind === 'generated') return '';
  const named = changed.slice(0, 3).map(({ title }) => title);
  const more = changed.length - named.length;
  return formatList([...named, ...(more > 0 ? [t('{n} more', { n: more })] : [])]);
}
