import type { TextState } from '#contract/moderation/moderation.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** The subject of a case, in words. */
export function typeWords(type: string): string {
  switch (type) {
    case 'post':
      return t('Discussion');
    case 'reply':
      return t('Reply');
    case 'message':
      return t('Message');
    case 'profile':
      return t('Profile');
    case 'group':
      return t('Study group');
    case 'place':
      return t('Study place');
    case 'event':
      return t('Event');
    case 'room':
      return t('Study room');
    default:
      return type;
  }
}

/** Who sees the text. */
export function stateWords(state: TextState): string {
  if (state === 'clear') return t('Others see it');
  return state === 'held' ? t('Hidden from others') : t('Removed');
}

export function judgementWords(judgement: string): string {
  switch (judgement) {
    case 'harmless':
      return t('An AI service finds it harmless:');
    case 'help':
      return t('Its author may need help and was shown where to find it:');
    case 'abusive':
      return t('An AI service finds it abusive:');
    default:
      return t('An AI service is not sure:');
  }
}

export function decisionWords(action: string): string {
  switch (action) {
    case 'approve':
      return t('Let stand');
    case 'warn':
      return t('Removed, author warned');
    case 'suspend':
      return t('Removed, writing suspended');
    default:
      return t('Removed');
  }
}
