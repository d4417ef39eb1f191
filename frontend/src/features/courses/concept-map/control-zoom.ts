import { select } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type D3ZoomEvent } from 'd3-zoom';

/** A box by its middle, in the units of the map. */
export interface MapBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LEAST_SCALE = 0.05;
const MOST_SCALE = 2.5;
/** Below it, labels cannot be read: a larger map begins in its corner, and zooming in goes at least so far. */
const READABLE_SCALE = 0.75;
/** A narrower frame shows too little of a corner to say what it is a part of: there the whole map is seen first, px. */
const LEAST_CORNER_PX = 600;
/** Empty space that may come into view around the map, px at full size. */
const AROUND = 300;
/** Distance at which a node counts as in view, px. */
const EDGE = 24;
const MOST_WHEEL = 0.5;

/** The view of a map: which part of it is seen, and how large. */
export interface MapZoom {
  /** Zooms around the middle of what is seen. */
  readonly zoom: (factor: number) => void;
  /** Moves what is seen by pixels. */
  readonly pan: (right: number, down: number) => void;
  /** Shows a box as large as it fits, at most at full size. */
  readonly show: (box: MapBox) => void;
  /** Shows a map as a reader begins it: all of it, or on a wide screen the corner where it begins, in readable size. */
  readonly begin: (box: MapBox, isRightToLeft: boolean) => void;
  /** Moves the map only as far as a node needs to be in view. */
  readonly reveal: (node: MapBox) => void;
  readonly stop: () => void;
}

const bounded = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/**
 * Lets a map be moved and zoomed by mouse, finger and pen. The wheel zooms with Ctrl or ⌘ only, as a pinch on a touchpad does: without, it scrolls
 * the page. Nothing is animated.
 * @param drawing the part of `svg` that moves
 * @param box of all that is drawn
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
  /** Puts a point of the map at a share of what is seen. */
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
