import type { Scene, SceneParameter } from '#contract/simulations/scene.contract.ts';
import { textLocale } from '#frontend/lib/language.ts';

/** Formats a computed value with its unit: `9.81 m/s²`; a dash if it is not a number. */
export function formatQuantity(value: number, { digits, unit }: Pick<Scene['quantities'][number], 'digits' | 'unit'>): string {
  if (!Number.isFinite(value)) return '–';
  const number = new Intl.NumberFormat(textLocale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return unit === '' ? number : `${number} ${unit}`;
}

/** Formats the value of a slider with as many decimals as its step has. */
export const formatParameter = (value: number, { step, unit }: Pick<SceneParameter, 'step' | 'unit'>): string =>
  formatQuantity(value, { digits: Math.max(0, Math.min(4, -Math.floor(Math.log10(step) + 1e-9))), unit });
