import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { config, setConfig } from '#domain/platform/config.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'coursewright-map-'));
const file = path.join(directory, 'map.pmtiles');
const api = useTestApi({ map: { file, attribution: 'Somebody', googleKey: 'key-of-the-operator' } });
afterAll(() => rmSync(directory, { recursive: true }));

it('LOC-20 a map is drawn by Google with a key, else from the operator’s file, in parts, else by our own means only', async () => {
  const { accessToken: bearer } = await api.givenPerson('map@example.com', { tokens: 0 });
  const ask = (target: string, headers = {}) => api.call(target, { bearer, headers });
  const map = async () => (await ask('/api/places/standing')).json.map;
  expect(await map()).toEqual({ provider: 'google', key: 'key-of-the-operator', attribution: null });
  // another origin is allowed only then
  expect((await ask('/api/places/standing')).headers['content-security-policy']).toContain('https://maps.googleapis.com');
  setConfig({ ...config(), map: { ...config().map, googleKey: null } });
  expect(await map()).toEqual({ provider: 'rings', key: null, attribution: null });
  expect((await ask('/api/places/map-file')).json.code).toBe('places.no_map');
  writeFileSync(file, 'PMTiles, or so');
  expect(await map()).toEqual({ provider: 'tiles', key: null, attribution: 'Somebody' });
  const part = await ask('/api/places/map-file', { Range: 'bytes=0-6' });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'PMTiles', 'bytes 0-6/14']);
  expect((await ask('/api/places/map-file')).text).toBe('PMTiles, or so');
  expect((await api.call('/api/places/map-file')).status).toBe(401);
});
