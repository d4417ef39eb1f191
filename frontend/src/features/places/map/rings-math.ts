import { distanceKm, GRID_METRES, type Position } from '#contract/places/grid.ts';
import type { MapMarker } from './map-props.ts';

/** At zoom 12 the circle reaches 10 km. */
const REACH_AT_12_KM = 10;
export const RINGS_ZOOM = { least: 9, most: 15 } as const;
const RINGS_KM = [0.5, 1, 2, 5, 10, 25, 50] as const;
/** Radius of the outermost ring, as a fraction of half the width. */
export const EDGE = 0.9;

/** The radius shown at a zoom level, in kilometres. */
export const reachOf = (zoom: number): number => REACH_AT_12_KM * 2 ** (12 - zoom);

/** Returns the rings that fit; at least the outermost one. */
export function ringsOf(zoom: number): number[] {
  const reach = reachOf(zoom);
  // smaller ones would be too close together
  const fitting = RINGS_KM.filter((km) => km <= reach * 1.001 && km >= reach * 0.15);
  return fitting.length > 0 ? fitting : [RINGS_KM[0]];
}

/** Markers drawn at one spot: one, or several that would overlap. */
export interface Spot {
  /** Offset from the centre, as a fraction of half the width: right and down. */
  readonly x: number;
  readonly y: number;
  readonly markers: readonly MapMarker[];
}

/** Markers of a kind that are closer than this overlap, or are hard to hit with a finger on a phone. */
const APART = 0.14;

/** Places markers at their true bearing and distance; those beyond the edge are omitted and counted. */
export function spotsOf(markers: readonly MapMarker[], center: Position, zoom: number): { spots: Spot[]; outside: number } {
  const reach = reachOf(zoom);
  const spots: (Spot & { markers: MapMarker[] })[] = [];
  let outside = 0;
  for (const marker of markers) {
    const { east, north } = offsetKm(center, marker);
    if (Math.hypot(east, north) > reach * 1.02) {
      outside += 1;
      continue;
    }
    const isUser = marker.kind === 'user';
    const [x, y] = isUser ? [0, 0] : besideCentre((east / reach) * EDGE, (-north / reach) * EDGE);
    const near = spots.find((spot) => spot.markers[0]!.kind === marker.kind && Math.hypot(spot.x - x, spot.y - y) < APART);
    if (near && !isUser) near.markers.push(marker);
    else spots.push({ x, y, markers: [marker] });
  }
  return { spots, outside };
}

/** Moves a spot that would cover the user's own marker away from it, in its true bearing. */
function besideCentre(x: number, y: number): [number, number] {
  const distance = Math.hypot(x, y);
  if (distance >= APART) return [x, y];
  return distance === 0 ? [APART, 0] : [(x / distance) * APART, (y / distance) * APART];
}

/**
 * The direction from one position to another, in degrees clockwise from north; null if both are in the same square, where there is none.
 */
export function bearingOf(from: Position, to: Position): number | null {
  const { east, north } = offsetKm(from, to);
  if (Math.hypot(east, north) < GRID_METRES / 1_000) return null;
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

function offsetKm(from: Position, to: Position): { east: number; north: number } {
  const km = distanceKm(from, to);
  const north = distanceKm(from, { latitude: to.latitude, longitude: from.longitude }) * Math.sign(to.latitude - from.latitude);
  const turn = ((to.longitude - from.longitude + 540) % 360) - 180;
  return { east: Math.sqrt(Math.max(0, km ** 2 - north ** 2)) * Math.sign(turn), north };
}
