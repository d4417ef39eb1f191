import path from 'node:path';
import * as z from 'zod';

/** `file` may appear and disappear at run time. */
export interface MapSettings {
  readonly file: string;
  readonly attribution: string;
  readonly googleKey: string | null;
}

/** Environment variables for maps. */
export const MAP_ENVIRONMENT = {
  /** Path of a PMTiles map; default: map.pmtiles in the data folder. */
  MAP_FILE: z.string().optional(),
  MAP_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  /** Key of Google Maps, restricted to this product's address there: every browser sees it. */
  GOOGLE_MAPS_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'a key of Google Maps')
    .optional(),
};
const environment = z.object(MAP_ENVIRONMENT);

export const readMapSettings = (e: z.infer<typeof environment> & { DATA_DIR: string }): MapSettings => ({
  file: path.resolve(e.MAP_FILE ?? path.join(e.DATA_DIR, 'map.pmtiles')),
  attribution: e.MAP_ATTRIBUTION,
  googleKey: e.GOOGLE_MAPS_KEY ?? null,
});
