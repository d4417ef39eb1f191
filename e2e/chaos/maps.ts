import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openInstallation, type Installation, type TestAccount } from './installation.ts';
import { tinyMap } from './tiny-map.ts';

const HERE = { latitude: -41.2866, longitude: 174.7756 };
/** Mocks the used part of Google's script, as it behaves with a valid key or with one it rejects. */
const googleScript = (isGood: boolean) => `(() => {
  class Map { constructor(element) { this.zoom = 0; element.dataset.drawn = 'google'; element.textContent = 'A map'; }
    setCenter(at) { document.documentElement.dataset.center = at.lat + ',' + at.lng; }
    setZoom(zoom) { this.zoom = zoom; } getZoom() { return this.zoom; } addListener() {} }
  class Marker { constructor({ title }) { const pin = document.createElement('i'); pin.dataset.pin = title; document.body.append(pin); this.pin = pin; }
    setMap(map) { if (!map) this.pin.remove(); } addListener() {} }
  window.google = { maps: { Map, Marker } };
  window.googleMapsReady();
  ${isGood ? '' : 'setTimeout(() => window.gm_authFailure(), 50);'}
})();`;

/** Opens Nearby with MapLibre and a tiles file, and with Google Maps: with a valid key, a rejected key, and without network. */
export async function maps(on: Installation): Promise<void> {
  writeFileSync(path.join(on.stack.dataDir, 'map.pmtiles'), tinyMap(HERE));
  const user = await near(on);
  const { page } = user;
  page.on('console', (message) => message.type() === 'error' && console.log(`maps: the browser writes: ${message.text()}`));
  await page.locator('.maplibregl-canvas').waitFor({ timeout: 60_000 });
  // the attribution appears once the file has been read
  const isRead = await page
    .locator('.maplibregl-ctrl-attrib')
    .getByText('OpenStreetMap')
    .waitFor({ timeout: 30_000 })
    .then(
      () => true,
      () => false,
    );
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const shot = await page.locator('.maplibregl-canvas').screenshot();
  if (process.env.SHOTS_DIR) writeFileSync(path.join(process.env.SHOTS_DIR, 'map-tiles.png'), await page.screenshot());
  const pins = await page.locator('.maplibregl-marker').count();
  console.log(
    `maps: MapLibre ${isRead ? 'has read the file' : 'has not read the file'}: a picture of ${shot.length} bytes, ${pins} markers`,
  );
  // an empty map is 4 kB
  if (!isRead || pins === 0 || shot.length < 5_000) on.problems.push('maps: MapLibre drew nothing of the file');
  await user.context.close();

  const withGoogle = await openInstallation({ GOOGLE_MAPS_KEY: 'a-key-for-the-stand-in' });
  try {
    for (const [what, answer] of [
      ['a good key', googleScript(true)],
      ['a refused key', googleScript(false)],
      ['no network', null],
    ] as const) {
      const one = await near(withGoogle, answer);
      const failed = one.page.getByText(answer === null ? 'Google Maps could not be loaded.' : 'Error: AuthFailure', { exact: false });
      if (answer === googleScript(true)) await one.page.locator('[data-drawn="google"]').waitFor({ timeout: 30_000 });
      else await failed.first().waitFor({ timeout: 30_000 });
      const alerts = await one.page.getByRole('alert').allTextContents();
      const drawn = await one.page.locator('[data-drawn="google"]').count();
      console.log(`maps: Google, ${what}: ${drawn ? 'its map' : 'rings'}${alerts.join(' ') === '' ? '' : `, “${alerts.join(' ')}”`}`);
      if (process.env.SHOTS_DIR)
        writeFileSync(path.join(process.env.SHOTS_DIR, `map-google-${what.replaceAll(' ', '-')}.png`), await one.page.screenshot());
      await one.context.close();
    }
  } finally {
    await withGoogle.stop();
  }
}

/** Opens Nearby as a user who shares their location. @param google the mocked script of Google Maps; without one its requests fail */
async function near(on: Installation, google?: string | null): Promise<TestAccount> {
  const user = await on.enter('Nora', '/create', async (profile) => {
    await profile.setGeolocation(HERE);
    await profile.grantPermissions(['geolocation']);
    await profile.route('https://maps.googleapis.com/**', (route) =>
      typeof google === 'string' ? route.fulfill({ contentType: 'text/javascript', body: google }) : route.abort(),
    );
  });
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ consent: true, ...HERE, subjects: ['Bees'] });
  const answer = await fetch(`${on.stack.url}/api/places/sharing`, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(`sharing: ${answer.status} ${await answer.text()}`);
  await user.page.goto('/community/nearby');
  return user;
}
