import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, useTestApi } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { getCertificatePicture } from '#domain/practice/certificates/certificate-picture.queries.ts';
import { revokeCertificate } from '#domain/practice/certificates/issue-certificate.command.ts';
import type { RequestState } from '#api/platform/api-router.ts';
import { openLimits } from '#api/platform/limits.ts';
import { certificatePages } from './certificate-pages.ts';

const api = useTestApi();
const directory = mkdtempSync(path.join(tmpdir(), 'coursewright-certificates-'));
let server: Server;
const get = (target: string) =>
  send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, target, { headers: { Accept: 'text/html' } });

beforeAll(async () => {
  writeFileSync(path.join(directory, 'index.html'), '<html><head><title>App</title></head><body></body></html>');
  const certificates = certificatePages({ directory, origin: 'https://learn.example.com', limits: openLimits({ local: true }) });
  const app = new Koa<RequestState>().use(certificates.listen);
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true });
});

it('a shared link of a certificate shows its course, its holder and its picture, until it is revoked', async () => {
  const { userId } = await api.givenPerson('certified@example.com');
  const courseId = await givenCourse(userId);
  const id = randomUUID();
  const certificate = { id, account_id: userId, course_id: courseId, course_title: 'Bees <script>', holder_name: 'Ines "Bee" Moreno' };
  await api.database.knex('certificate').insert({ ...certificate, lesson_count: 3, completed_at: new Date() });
  const page = await get(`/certificates/${id}`);
  expect(page.text).toContain('<meta property="og:title" content="Bees &lt;script&gt; · Coursewright" />');
  expect(page.text).toContain('content="Certificate · Ines &quot;Bee&quot; Moreno"');
  const picture = `/api/certificates/${id}/picture`;
  expect(page.text).toContain(`<meta property="og:image" content="https://learn.example.com${picture}" />`);
  expect(page.text).toContain('<meta name="robots" content="noindex" />');
  expect(page.text).not.toContain('<script>');
  const shown = await api.call(picture);
  expect([shown.status, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([200, 'image/png', 'public, max-age=300']);
  expect(await sharp(await getCertificatePicture(id)).metadata()).toMatchObject({ width: 1200, height: 630 });

  await revokeCertificate({ accountId: userId, id, by: `account:${userId}` });
  expect((await api.call(picture)).status).toBe(404);
  for (const missing of [id, randomUUID(), 'nonsense']) expect((await get(`/certificates/${missing}`)).status, missing).toBe(404);
  for (const missing of [randomUUID(), 'nonsense']) expect((await api.call(`/api/certificates/${missing}/picture`)).status).toBe(404);
});
