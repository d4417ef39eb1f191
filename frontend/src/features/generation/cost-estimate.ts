import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import type { FormValues } from './form-values.ts';

export type Components = FormValues['ai_components'];

/**
 * What each component adds to the estimate (BLD-17), in hundredths of a token, with the hint of BLD-18. Product labels: veo3 films
 * clips, imagen draws, genie3 is AR/VR, vortex is the tutor.
 */
export const COMPONENTS = [
  { name: 'veo3_enabled', label: 'Video clips', hint: '0.05–0.75 per second', cost: COST_ESTIMATE.video, isAvailable: true },
  { name: 'imagen_enabled', label: 'Images', hint: 'about 5 each', cost: COST_ESTIMATE.images, isAvailable: true },
  { name: 'genie3_enabled', label: 'AR/VR simulations', hint: 'about 0.50 each', cost: COST_ESTIMATE.ar_vr, isAvailable: false },
  { name: 'vortex_enabled', label: 'Tutor', hint: 'about 0.10 an interaction', cost: COST_ESTIMATE.tutor, isAvailable: true },
] as const satisfies readonly { name: keyof Components; label: string; hint: string; cost: number; isAvailable: boolean }[];

/** The estimate in hundredths of a token: the base and each component that is switched on. */
export const estimateCost = (components: Components): number =>
  COMPONENTS.reduce<number>((sum, { name, cost }) => sum + (components[name] ? cost : 0), COST_ESTIMATE.base);
