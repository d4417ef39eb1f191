import { describe, expect, it } from 'vitest';
import { coverArt, drawMotif, MOTIF_NAMES, motifOf } from './cover-art.ts';
import { PALETTES } from './palettes.ts';

describe('the cover of a course without a picture', () => {
  it.each([
    ['Reading the night sky', 'sky'],
    ['How tides work', 'sea'],
    ['The cell, from membrane to division', 'cells'],
    ['The immune system, and what vaccines teach it', 'antibodies'],
    ['Sourdough bread at home', 'bread'],
    ['SQL from first query to window functions', 'tables'],
    ['Machine learning without fear', 'neurons'],
    ['The French Revolution', 'banners'],
    ['La Revolución francesa', 'banners'],
    ['Public relations for startups', 'people'],
    ['Gardening in small spaces', 'leaves'],
    ['Watercolour landscapes', 'paint'],
    ['Dementia care at home', 'mind'],
    ['Electronic music', 'notes'],
    ['El cuerpo humano', 'hearts'],
    ['برامج بايثون الأولى', 'code'],
    ['قواعد اللغة العربية', 'letters'],
    ['تعلُّم الإحصاء', 'curves'],
    ['تعلُّم بنفسك', 'books'],
    ['Speaking in public', 'waves'],
    ['أساسيات الإحصاء', 'curves'],
  ])('%s shows %s', (title, motif) => {
    expect(motifOf({ title })).toBe(motif);
  });

  it('shows a motif of its category if no word decides', () => {
    expect(['paint', 'tiles', 'stage']).toContain(motifOf({ title: 'Sunday surprises', category: 'creative' }));
  });

  it('is the same for the same title, and differs for another', () => {
    const titles = Array.from({ length: 200 }, (_, n) => `Course ${n}`);
    expect(titles.map((title) => coverArt({ title }))).toEqual(titles.map((title) => coverArt({ title })));
    expect(new Set(titles.map((title) => coverArt({ title }))).size).toBe(titles.length);
  });

  it.each(MOTIF_NAMES)('%s is drawn whole, with neither text nor script', (name) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const art = drawMotif(name, seed * 2_654_435_761);
      expect(art).not.toMatch(/NaN|undefined|Infinity|<text|<script| on\w+=/);
      expect(art.length).toBeLessThan(24_000);
    }
  });

  it('comes from at least forty families in eight palettes', () => {
    expect(MOTIF_NAMES.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(PALETTES)).toHaveLength(8);
  });
});
