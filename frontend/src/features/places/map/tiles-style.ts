import type { StyleSpecification } from 'maplibre-gl';

/** Colours of the current scheme as plain values, because the map is drawn on a canvas. */
export interface MapColours {
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
export function tilesStyle(url: string, colours: MapColours, attribution: string): StyleSpecification {
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
