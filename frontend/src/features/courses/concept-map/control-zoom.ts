import { select } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type D3ZoomEvent } from 'd3-zoom';

/** A box given by its centre, in the units of the map. */
export interface MapBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LEAST_SCALE = 0.05;
const MOST_SCALE = 2.5;
/** Labels cannot be read below this scale: a larger map starts at its corner, and zooming in goes at least this far. */
const READABLE_SCALE = 0.75;
/** A frame narrower than this, in px, shows too little of a corner to give an overview, so the whole map is shown first. */
const LEAST_CORNER_PX = 600;
/** Empty space around the map that can be scrolled into view, in px at full size. */
const AROUND = 300;
/** Distance from the edge at which a node counts as in view, in px. */
const EDGE = 24;
const MOST_WHEEL = 0.5;

/** Controls which part of a map is visible, and at what scale. */
export interface MapZoom {
  /** Zooms around the centre of the visible part. */
  readonly zoom: (factor: number) => void;
  /** Moves the visible part by pixels. */
  readonly pan: (right: number, down: number) => void;
  /** Shows a box as large as it fits, but at most at full size. */
  readonly show: (box: MapBox) => void;
  /** Shows the initial view of a map: all of it, or on a wide screen its starting corner in readable size. */
  readonly begin: (box: MapBox, isRightToLeft: boolean) => void;
  /** Moves the map only as far as needed to bring a node into view. */
  readonly reveal: (node: MapBox) => void;
  readonly stop: () => void;
}

const bounded = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/**
 * Lets a map be moved and zoomed by mouse, finger and pen. The wheel zooms only with Ctrl or ⌘, as for a pinch on a touchpad; without, it
 * scrolls the page. Nothing is animated.
 * @param drawing the part of `svg` that moves
 * @param box the bounds of the drawing
 */
export function controlZoom(svg: SVGSVGElement, drawing: SVGGElement, box: MapBox): MapZoom {
  const root = select(svg);
  const left = box.x - box.width / 2;
  const top = box.y - box.height / 2;
  const behaviour = zoom<SVGSVGElement, unknown>()
    .extent(() => [
      [0, 0],
      [svg.clientWidth, svg.clientHeight],
    ])
    .scaleExtent([LEAST_SCALE, MOST_SCALE])
    .translateExtent([
      [left - AROUND, top - AROUND],
      [left + box.width + AROUND, top + box.height + AROUND],
    ])
    .filter((event: MouseEvent) => (event.type === 'wheel' ? event.ctrlKey || event.metaKey : !event.ctrlKey && !event.button))
    .wheelDelta(({ deltaY }: WheelEvent) => bounded(-deltaY * 0.01, -MOST_WHEEL, MOST_WHEEL))
    .on('zoom', ({ transform }: D3ZoomEvent<SVGSVGElement, unknown>) => drawing.setAttribute('transform', transform.toString()));
  root.call(behaviour).on('dblclick.zoom', null);

  const fitting = ({ width, height }: MapBox) => Math.min(1, svg.clientWidth / width, svg.clientHeight / height);
  /** Places a point of the map at a fraction of the visible part. */
  const put = (scale: number, [x, y]: readonly [number, number], [shareX, shareY]: readonly [number, number]) => {
    const size = bounded(scale, LEAST_SCALE, MOST_SCALE);
    const moved = zoomIdentity
      .translate(svg.clientWidth * shareX, svg.clientHeight * shareY)
      .scale(size)
      .translate(-x, -y);
    root.call(behaviour.transform, moved);
  };
  const show = (shown: MapBox) => put(fitting(shown), [shown.x, shown.y], [0.5, 0.5]);
  return {
    zoom: (factor) => {
      const { k } = zoomTransform(svg);
      root.call(behaviour.scaleTo, factor > 1 ? Math.max(k * factor, READABLE_SCALE) : k * factor);
    },
    pan: (right, down) => {
      const { k } = zoomTransform(svg);
      root.call(behaviour.translateBy, -right / k, -down / k);
    },
    show,
    begin: (whole, isRightToLeft) => {
      if (svg.clientWidth < LEAST_CORNER_PX || fitting(whole) >= READABLE_SCALE) return show(whole);
      const start = whole.x + (whole.width / 2) * (isRightToLeft ? 1 : -1);
      put(READABLE_SCALE, [start, whole.y - whole.height / 2], [isRightToLeft ? 1 : 0, 0]);
    },
    reveal: ({ x, y, width, height }) => {
      const { k, ...at } = zoomTransform(svg);
      const overlap = (middle: number, half: number, room: number) =>
        Math.min(0, middle - half - EDGE) || Math.max(0, middle + half + EDGE - room);
      const right = overlap(x * k + at.x, (width / 2) * k, svg.clientWidth);
      const down = overlap(y * k + at.y, (height / 2) * k, svg.clientHeight);
      if (right !== 0 || down !== 0) root.call(behaviour.translateBy, -right / k, -down / k);
    },
    stop: () => root.on('.zoom', null),
  };
}
