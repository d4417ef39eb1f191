import { useEffect, useRef } from 'react';
import { addProtocol, Map as TileMap, Marker, setWorkerUrl, type StyleSpecification } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { mapFile } from '#contract/places/places.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import type { MapMarker, MapProps } from './map-props.ts';

const NAME = 'map-file';
/** Reads byte ranges of the operator's file, with the user's session. */
const source: Source = {
  getKey: () => NAME,
  async getBytes(offset, length, signal): Promise<RangeResponse> {
    const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
    const { file } = await callForFile(mapFile, { headers, ...(signal && { signal }) });
    return { data: await file.arrayBuffer() };
  },
};

const archive = new PMTiles(source);
addProtocol('pmtiles', async ({ url }, { signal }) => {
  const [, z, x, y] = /\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? [];
  if (y === undefined) {
    const { minZoom: minzoom, maxZoom: maxzoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
    return { data: { tilejson: '3.0.0', tiles: [`${url}/{z}/{x}/{y}`], minzoom, maxzoom, bounds: [minLon, minLat, maxLon, maxLat] } };
  }
  const tile = await archive.getZxy(Number(z), Number(x), Number(y), signal);
  // sea tiles are missing from the file
  return { data: tile?.data ?? new ArrayBuffer(0) };
});
setWorkerUrl(workerUrl);

/** Resolves the scheme's current colours to red, green and blue, because the map does not know CSS variables and mixtures. */
function coloursOf(element: HTMLElement, names: Readonly<Record<keyof MapColours, string>>): MapColours {
  const probe = element.appendChild(document.createElement('span'));
  const paper = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const resolved = (value: string) => {
    probe.style.color = value;
    const { color } = getComputedStyle(probe);
    if (!paper) return color;
    paper.fillStyle = color;
    paper.fillRect(0, 0, 1, 1);
    const [red, green, blue] = paper.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  const { ground, sunken, line, water, text } = names;
  const colours = {
    ground: resolved(ground),
    sunken: resolved(sunken),
    line: resolved(line),
    water: resolved(water),
    text: resolved(text),
  };
  probe.remove();
  return colours;
}

interface TilesMapProps extends MapProps {
  readonly attribution: string;
  /** Called if the file or its style cannot be drawn; the parent then renders another map. */
  readonly onFailure: () => void;
}

/** Streets from a file that the operator provided (PMTiles), rendered by MapLibre. */
export default function TilesMap({ view, markers, selected, onSelect, onZoom, attribution, onFailure }: TilesMapProps) {
  const theme = useTheme();
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<TileMap>(null);
  const callbacks = useRef({ onZoom, onFailure });
  useEffect(() => {
    callbacks.current = { onZoom, onFailure };
  }, [onZoom, onFailure]);
  useEffect(() => {
    const element = frame.current!;
    const { background, line, text, primary } = theme.vars.palette;
    const colours = coloursOf(element, {
      ground: background.paper,
      sunken: background.sunken,
      line: line.control,
      water: `color-mix(in srgb, ${primary.main} 22%, ${background.paper})`,
      text: text.primary,
    });
    // throws without WebGL, and the parent renders another map
    const made = new TileMap({
      container: element,
      style: tilesStyle(`pmtiles://${NAME}`, colours, attribution),
      attributionControl: { compact: false },
      locale: { 'Map.Title': t('Map') },
    });
    made.on('zoomend', () => callbacks.current.onZoom(Math.round(made.getZoom())));
    // a single failed tile leaves a gap; a failure before the first drawing is about the file or the style
    let isDrawn = false;
    made.on('load', () => (isDrawn = true));
    made.on('error', () => isDrawn || callbacks.current.onFailure());
    map.current = made;
    return () => made.remove();
  }, [attribution, theme]);
  useEffect(() => {
    map.current?.jumpTo({ center: [view.center.longitude, view.center.latitude], zoom: view.zoom });
  }, [view]);
  useEffect(() => {
    const shown = map.current;
    if (!shown) return undefined;
    const drawn = markers.map((marker: MapMarker) =>
      new Marker({ element: markerElement(marker, { isSelected: marker.id === selected, onSelect }) })
        .setLngLat([marker.longitude, marker.latitude])
        .addTo(shown),
    );
    return () => drawn.forEach((one) => one.remove());
  }, [markers, selected, onSelect]);
  return <Box ref={frame} dir="ltr" sx={{ width: '100%', height: 'min(70vh, 560px)' }} />;
}

const SIGN = { user: '●', learner: 'L', event: 'E', location: 'S' } as const;

/** Creates a DOM button for maps that do not render React elements. */
function markerElement(marker: MapMarker, { isSelected, onSelect }: { isSelected: boolean; onSelect: (id: string) => void }): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  const sign = document.createElement('span');
  sign.setAttribute('aria-hidden', 'true');
  sign.textContent = SIGN[marker.kind];
  button.append(sign);
  button.setAttribute('aria-label', marker.label);
  button.setAttribute('aria-pressed', String(isSelected));
  Object.assign(button.style, {
    width: '28px',
    height: '28px',
    padding: '0',
    font: 'inherit',
    fontWeight: '650',
    color: '#fff',
    background: marker.kind === 'event' ? '#8a4b14' : marker.kind === 'location' ? '#333' : '#0f5c66',
    border: isSelected ? '3px solid #000' : '2px solid #fff',
    borderRadius: marker.kind === 'learner' || marker.kind === 'user' ? '50%' : '4px',
    cursor: 'pointer',
  });
  button.addEventListener('click', () => onSelect(marker.id));
  return button;
}

/** Colours of the current scheme as plain values, because the map is drawn on a canvas. */
interface MapColours {
  readonly ground: string;
  readonly sunken: string;
  readonly line: string;
  readonly water: string;
  readonly text: string;
}

const SOURCE = 'map';

/**
 * A quiet map style for the layers of Protomaps' files. Without a glyph server, names are drawn with the browser's own fonts.
 * @param url `pmtiles://…`
 */
function tilesStyle(url: string, colours: MapColours, attribution: string): StyleSpecification {
  const fill = (id: string, layer: string, colour: string, opacity = 1) =>
    ({ id, type: 'fill', source: SOURCE, 'source-layer': layer, paint: { 'fill-color': colour, 'fill-opacity': opacity } }) as const;
  return {
    version: 8,
    sources: { [SOURCE]: { type: 'vector', url, attribution } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
      fill('earth', 'earth', colours.ground),
      fill('landuse', 'landuse', colours.sunken, 0.6),
      fill('water', 'water', colours.water),
      {
        id: 'roads',
        type: 'line',
        source: SOURCE,
        'source-layer': 'roads',
        paint: { 'line-color': colours.line, 'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 8, 0.4, 12, 1, 16, 6] },
      },
      { ...fill('buildings', 'buildings', colours.line, 0.3), minzoom: 14 },
      {
        id: 'places',
        type: 'symbol',
        source: SOURCE,
        'source-layer': 'places',
        layout: {
          'text-field': ['get', 'name'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 6, 11, 14, 15],
          'text-font': ['sans-serif'],
        },
        paint: { 'text-color': colours.text, 'text-halo-color': colours.ground, 'text-halo-width': 1.5 },
      },
    ],
  };
}
