import { describe, expect, it } from 'vitest';
import { distanceKm } from '#contract/places/grid.ts';
import type { MapMarker } from './map-props.ts';
import { bearingOf, EDGE, reachOf, ringsOf, spotsOf } from './rings-math.ts';

const centre = { latitude: 52.52, longitude: 13.4 };
const marker = (id: string, east: number, north: number, kind: MapMarker['kind'] = 'learner'): MapMarker => ({
  id,
  kind,
  label: id,
  latitude: centre.latitude + north / 111.2,
  longitude: centre.longitude + east / (111.2 * Math.cos((centre.latitude * Math.PI) / 180)),
});

describe('the rings', () => {
  it('LOC-02 reach 10 km at zoom 12 and 2.5 km at zoom 14', () => {
    expect([reachOf(12), reachOf(14)]).toEqual([10, 2.5]);
    expect(ringsOf(12)).toEqual([2, 5, 10]);
    expect(ringsOf(14)).toEqual([0.5, 1, 2]);
  });

  it.each([
    [0, 5, 0],
    [5, 5, 45],
    [5, 0, 90],
    [0, -5, 180],
    [-5, 0, 270],
    [-5, 5, 315],
  ])('%i km to the east and %i to the north is at %i degrees', (east, north, degrees) => {
    expect(bearingOf(centre, marker('', east, north))).toBeCloseTo(degrees, 0);
  });

  it('name no direction within the same square', () => {
    expect(bearingOf(centre, marker('', 0.2, 0.2))).toBeNull();
  });

  it('put markers at their true bearing and distance, group overlapping ones, and count the more distant ones', () => {
    const { spots, outside } = spotsOf(
      [marker('you', 0, 0, 'user'), marker('east', 5, 0), marker('same', 5, 0.1), marker('north', 0, 10, 'event'), marker('far', 0, 11)],
      centre,
      12,
    );
    expect(outside).toBe(1);
    expect(spots.map(({ markers }) => markers.map(({ id }) => id))).toEqual([['you'], ['east', 'same'], ['north']]);
    const [, east, north] = spots;
    expect(east!.x).toBeCloseTo(EDGE / 2, 1);
    expect(east!.y).toBeCloseTo(0, 2);
    expect(north!.y).toBeCloseTo(-EDGE, 1);
    expect(distanceKm(centre, marker('', 3, 4))).toBeCloseTo(5, 1);
  });
});
