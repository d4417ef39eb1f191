import { isDelivered, type Part } from '#contract/platform/delivered-parts.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** The displayed names of the features that are sold individually. */
const partName = (part: 'video' | 'vortex' | 'imagen' | 'ar_vr'): string =>
  ({ video: t('AI video'), vortex: t('Vortex sessions'), imagen: t('Imagen visuals'), ar_vr: t('AR/VR simulations') })[part];

/** What a Vortex session is, for people who meet the name in a plan. */
export const vortexNote = (): string =>
  t('In a Vortex session, the AI tutor leads you through one lesson with questions instead of answers.');

/** Says which of the features in a sentence are not available yet (A18). Empty when all are. */
export function undeliveredNote(...parts: readonly Extract<Part, 'video' | 'vortex' | 'imagen' | 'ar_vr'>[]): string {
  const missing = parts.filter((part) => !isDelivered(part));
  return missing.length === 0 ? '' : t('Not yet available: {parts}.', { parts: formatList(missing.map(partName)) });
}
