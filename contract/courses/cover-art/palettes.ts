/** Colours of a cover, from dark to light, and one that stands out. */
export interface Palette {
  readonly deep: string;
  readonly main: string;
  readonly soft: string;
  readonly pale: string;
  readonly spark: string;
}

export const PALETTES = {
  night: { deep: '#14213D', main: '#2B4478', soft: '#8FA8D6', pale: '#EFE8D8', spark: '#F2C879' },
  sea: { deep: '#0B4F56', main: '#1B8289', soft: '#8CCBC5', pale: '#F3ECDA', spark: '#F2B666' },
  clay: { deep: '#5B2A12', main: '#B4532A', soft: '#EBB48A', pale: '#FAEBDB', spark: '#F2D06B' },
  leaf: { deep: '#234A31', main: '#4F8457', soft: '#B9D3A3', pale: '#F3F0DC', spark: '#E9B94C' },
  plum: { deep: '#43213F', main: '#85476F', soft: '#DDAFBF', pale: '#F8ECE4', spark: '#F0C36A' },
  sand: { deep: '#5F4317', main: '#B98A38', soft: '#E9D09A', pale: '#FBF4E1', spark: '#C4552D' },
  ink: { deep: '#1E252D', main: '#46586A', soft: '#A5BAC6', pale: '#F0EBDD', spark: '#E08A4B' },
  day: { deep: '#1F3F7F', main: '#4F7DC9', soft: '#BBD3F2', pale: '#F7F1E0', spark: '#F2A65A' },
} as const satisfies Record<string, Palette>;
export type PaletteName = keyof typeof PALETTES;
