import type { MapSettings, Sharing } from '#contract/places/places.contract.ts';
import type { AgeRefusal } from '#contract/platform/age-rules.ts';
import { findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { mapFileIsThere } from './map-file.ts';
import { sharingOf, type PositionRow } from './share-place.command.ts';

/** Returns which features of places a user may use, what they share, and how maps are rendered. */
export async function findPlacesAccess(
  accountId: string,
): Promise<{ location: AgeRefusal | null; sharing: Sharing | null; map: MapSettings }> {
  const [location, row] = await Promise.all([findAgeRefusal(accountId, 'location'), positionOf(accountId)]);
  return { location, sharing: row ? sharingOf(row) : null, map: mapSettings() };
}

const positionOf = (accountId: string): Promise<PositionRow | undefined> =>
  database()('learner_position').where({ account_id: accountId }).first();

/**
 * Returns the map settings: a Google key takes precedence over a map file, and that over our own rendering. A file counts as soon as it
 * exists.
 */
function mapSettings(): MapSettings {
  const { googleKey, attribution } = config().map;
  if (googleKey) return { provider: 'google', key: googleKey, attribution: null };
  return mapFileIsThere() ? { provider: 'tiles', key: null, attribution } : { provider: 'rings', key: null, attribution: null };
}
