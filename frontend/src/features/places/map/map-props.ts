import type { Position } from '#contract/places/grid.ts';

export type MarkerKind = 'user' | 'learner' | 'event' | 'location';

/** A marker on a map. Its id determines what a click shows. */
export interface MapMarker extends Position {
  readonly id: string;
  readonly kind: MarkerKind;
  readonly label: string;
}

/** The visible region. A new object moves the map there, even if it equals the old one. */
export interface MapView {
  readonly center: Position;
  /** The usual zoom level of web maps: one more shows half the distance. */
  readonly zoom: number;
}

/** The props of every map implementation; it renders and reports clicks, and knows nothing else. */
export interface MapProps {
  readonly view: MapView;
  readonly markers: readonly MapMarker[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly onZoom: (zoom: number) => void;
}
