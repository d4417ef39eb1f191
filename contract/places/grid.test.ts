import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridBandsWithin, cellOf, centreOf, distanceKm, GRID_METRES, snapToGrid, type Position } from './grid.ts';

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('the grid of 500 m', () => {
  it('G48 stores a position as the middle of its square, at most 360 m away, and nothing finer', () => {
    fc.assert(
      fc.property(anywhere, (position) => {
        const middle = snapToGrid(position);
        expect(cellOf(middle)).toEqual(cellOf(position));
        expect(snapToGrid(middle)).toEqual(middle);
        // half a diagonal; rows near the poles are rounded to whole columns
        if (Math.abs(position.latitude) < 89) expect(distanceKm(position, middle) * 1_000).toBeLessThan(GRID_METRES * 0.72);
      }),
      { examples: [[{ latitude: -0, longitude: -0 }], [{ latitude: -90, longitude: 180 }]] },
    );
  });

  it('covers exactly the squares whose middles are within a radius, also across the date line and at the poles', () => {
    const centres: Position[] = [
      { latitude: 52.52, longitude: 13.405 },
      { latitude: -17.8, longitude: 179.999 },
      { latitude: -17.8, longitude: -179.999 },
      { latitude: 0, longitude: 0 },
      { latitude: 89.99, longitude: 40 },
      { latitude: -84, longitude: 180 },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...centres), fc.constantFrom(1, 5, 10, 25), anywhere, (centre, radius, offset) => {
        const bands = gridBandsWithin(centre, radius);
        // a random point nearby, mostly close to the edge
        const near = {
          latitude: Math.max(-90, Math.min(90, centre.latitude + (offset.latitude / 90) * (radius / 80))),
          longitude:
            centre.longitude + ((offset.longitude / 180) * (radius / 80)) / Math.max(0.01, Math.cos((centre.latitude * Math.PI) / 180)),
        };
        const cell = cellOf(near);
        const km = distanceKm(snapToGrid(centre), centreOf(cell));
        const isCovered = bands.filter(({ y, from, to }) => y === cell.y && cell.x >= from && cell.x <= to).length;
        // centres are rounded to five decimals, about a metre
        if (Math.abs(km - radius) > 0.003) expect(isCovered).toBe(km <= radius ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });
});
