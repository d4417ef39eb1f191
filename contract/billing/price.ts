import { PICTURE_CENTITOKENS, VIDEO_RATES, type QuotaName } from './catalogue.ts';

/** The price of work as it is reserved: units of a plan that cover all of it, or hundredths of a token. */
export interface Price {
  readonly feature: QuotaName;
  readonly units: number;
  readonly centitokens: number;
}

/** Maximum number of pictures of a new course, including its cover. */
export const MAX_PICTURES = 10;

export const picturesPrice = (count: number): Price => ({
  feature: 'imagen_visual',
  units: count,
  centitokens: count * PICTURE_CENTITOKENS,
});

/** Returns the price of a clip: the mode's rate times its seconds (VID-09). */
export const clipPrice = (mode: keyof typeof VIDEO_RATES, seconds: number): Price => ({
  feature: 'video_seconds',
  units: seconds,
  centitokens: VIDEO_RATES[mode] * seconds,
});

/** Tells whether the plan pays: it covers all units or none, so that no work is paid from two sources. */
export const isPaidByPlan = ({ units }: Pick<Price, 'units'>, unitsLeft: number): boolean => units > 0 && unitsLeft >= units;
