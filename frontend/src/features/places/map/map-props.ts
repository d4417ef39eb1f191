import type { Position } from '#contract/places/grid.ts';

export type MarkerKind = 'user' | 'learner' | 'event' | 'location';

/** Something on a map. Its address says what is shown of it when it is pressed. */
export interface MapMarker extends Position {
  readonly id: string;
  readonly kind: MarkerKind;
  readonly label: string;
}

/** What is looked at. A new one moves the map there, also when it is equal. */
export interface MapView {
  readonly center: Position;
  /** As maps count it: one more shows half as much. */
  readonly zoom: number;
}

/** What every way of drawing a map is given; it draws and tells of presses, and knows nothing else. */
export interface MapProps {
  readonly view: MapView;
  readonly markers: readonly MapMarker[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly onZoom: (zoom: number) => void;
}
