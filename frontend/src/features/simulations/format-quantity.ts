import type { Scene } from '#contract/simulations/scene.contract.ts';
import { textLocale } from '#frontend/lib/language.ts';

/** Formats a computed value with its unit: `9.81 m/s²`; a dash for what is no number. */
export function formatQuantity(value: number, { digits, unit }: Pick<Scene['quantities'][number], 'digits' | 'unit'>): string {
  if (!Number.isFinite(value)) return '–';
  const number = new Intl.NumberFormat(textLocale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return unit === '' ? number : `${number} ${unit}`;
}
