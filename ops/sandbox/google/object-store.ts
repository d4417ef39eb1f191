import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';

const MAX_OBJECT_BYTES = 256 * 1024 * 1024;
const FIRST_PAGE = 1000;

/** An object's metadata, as the JSON API of Google Cloud Storage returns it. */
interface ObjectResource {
  kind: 'storage#object';
  id: string;
  name: string;
  bucket: string;
  generation: string;
  metageneration: string;
  contentType: string;
  size: string;
  md5Hash: string;
  /** Big-endian, in base64. */
  crc32c: string;
  timeCreated: string;
  updated: string;
  storageClass: string;
}

/** A stand-in for Google Cloud Storage on disk: multipart and resumable uploads, preconditions, ranges, lists, deletion. */
export class ObjectStore {
  readonly folder: string;
  #uploads = new Map<string, { bucket: string; name: string; type: string; ifGeneration: string | null; parts: Buffer[] }>();
  #generation = Date.now();

  /** @param folder null for a temporary one, deleted by `close` */
  constructor(folder: string | null) {
    this.folder = folder ?? mkdtempSync(path.join(os.tmpdir(), 'sandbox-objects-'));
    mkdirSync(this.folder, { recursive: true });
    this.#isOwn = folder === null;
  }
  #isOwn: boolean;

  close(): void {
    if (this.#isOwn) rmSync(this.folder, { recursive: true, force: true });
  }

  #file(bucket: string, name: string): string {
    return path.join(this.folder, encodeURIComponent(bucket), encodeURIComponent(name));
  }

  find(bucket: string, name: string): ObjectResource | null {
    try {
      return JSON.parse(readFileSync(`${this.#file(bucket, name)}.json`, 'utf8')) as ObjectResource;
    } catch {
      return null;
    }
  }

  /** Writes to another name and renames, so that no reader gets a partial object. */
  put(bucket: string, name: string, type: string, bytes: Buffer): ObjectResource {
    const file = this.#file(bucket, name);
    mkdirSync(path.dirname(file), { recursive: true });
    const now = new Date().toISOString();
    const generation = String((this.#generation += 1));
    const resource: ObjectResource = {
      kind: 'storage#object',
      id: `${bucket}/${name}/${generation}`,
      name,
      bucket,
      generation,
      metageneration: '1',
      contentType: type,
      size: String(bytes.length),
      md5Hash: createHash('md5').update(bytes).digest('base64'),
      crc32c: crc32c(bytes),
      timeCreated: now,
      updated: now,
      storageClass: 'STANDARD',
    };
    const beside = `${file}.${randomBytes(4).toString('hex')}.part`;
    writeFileSync(beside, bytes);
    renameSync(beside, file);
    writeFileSync(`${beside}.json`, JSON.stringify(resource));
    renameSync(`${beside}.json`, `${file}.json`);
    return resource;
  }

  list(bucket: string, prefix: string): ObjectResource[] {
    const folder = path.join(this.folder, encodeURIComponent(bucket));
    let names: string[];
    try {
      names = readdirSync(folder);
    } catch {
      return [];
    }
    return names
      .filter((name) => name.endsWith('.json') && !name.includes('.part'))
      .map((name) => decodeURIComponent(name.slice(0, -'.json'.length)))
      .filter((name) => name.startsWith(prefix))
      .sort()
      .flatMap((name) => this.find(bucket, name) ?? []);
  }

  bytes(bucket: string, name: string): Buffer {
    return readFileSync(this.#file(bucket, name));
  }

  /** Answers a call of the storage API. @returns false for any other call */
  async answer(req: IncomingMessage, res: ServerResponse, url: URL): Promise<boolean> {
    const upload = /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/.exec(url.pathname);
    if (upload) {
      await this.#upload(req, res, url, decodeURIComponent(upload[1]!));
      return true;
    }
    const object = /^\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(url.pathname);
    if (!object) return false;
    const bucket = decodeURIComponent(object[1]!);
    if (object[2] === undefined) this.#answerList(res, url, bucket);
    else this.#answerObject(req, res, url, bucket, decodeURIComponent(object[2]));
    return true;
  }

  #answerList(res: ServerResponse, url: URL, bucket: string): void {
    const all = this.list(bucket, url.searchParams.get('prefix') ?? '');
    const from = Number(url.searchParams.get('pageToken') ?? 0);
    const size = Number(url.searchParams.get('maxResults') ?? FIRST_PAGE);
    const more = all.length > from + size ? { nextPageToken: String(from + size) } : {};
    json(res, 200, { kind: 'storage#objects', items: all.slice(from, from + size), ...more });
  }

  #answerObject(req: IncomingMessage, res: ServerResponse, url: URL, bucket: string, name: string): void {
    const found = this.find(bucket, name);
    if (!found) return missing(res, bucket, name);
    if (req.method === 'DELETE') {
      rmSync(`${this.#file(bucket, name)}.json`, { force: true });
      rmSync(this.#file(bucket, name), { force: true });
      res.writeHead(204).end();
      return;
    }
    if (req.method !== 'GET') return json(res, 405, failure(405, 'Method not allowed'));
    if (url.searchParams.get('alt') !== 'media') return json(res, 200, found);
    this.#send(req, res, found);
  }

  #send(req: IncomingMessage, res: ServerResponse, { bucket, name, contentType, md5Hash, crc32c: crc }: ObjectResource): void {
    const file = this.#file(bucket, name);
    const { size } = statSync(file);
    const headers = { 'content-type': contentType, 'x-goog-hash': `crc32c=${crc},md5=${md5Hash}`, 'accept-ranges': 'bytes' };
    const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '');
    if (!range) {
      res.writeHead(200, { ...headers, 'content-length': size });
      createReadStream(file).pipe(res);
      return;
    }
    const start = Number(range[1]);
    const end = Math.min(range[2] ? Number(range[2]) : size - 1, size - 1);
    if (start > end) {
      res.writeHead(416, { 'content-range': `bytes */${size}` }).end();
      return;
    }
    res.writeHead(206, { ...headers, 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` });
    createReadStream(file, { start, end }).pipe(res);
  }

  async #upload(req: IncomingMessage, res: ServerResponse, url: URL, bucket: string): Promise<void> {
    const body = await readBytes(req);
    if (body === null) return json(res, 413, failure(413, 'Request entity too large'));
    const ifGeneration = url.searchParams.get('ifGenerationMatch');
    const name = url.searchParams.get('name') ?? '';
    const session = url.searchParams.get('upload_id');
    if (session) return this.#resume(req, res, session, body);
    if (url.searchParams.get('uploadType') === 'resumable') {
      const id = randomBytes(12).toString('hex');
      const type = String(req.headers['x-upload-content-type'] ?? 'application/octet-stream');
      this.#uploads.set(id, { bucket, name, type, ifGeneration, parts: [] });
      const location = `http://${req.headers.host}${url.pathname}?uploadType=resumable&upload_id=${id}`;
      res.writeHead(200, { location }).end();
      return;
    }
    const parts = multipartOf(String(req.headers['content-type'] ?? ''), body);
    if (!parts) return json(res, 400, failure(400, 'Bad multipart request'));
    this.#store(res, { bucket, name: name || parts.name, type: parts.type, ifGeneration, bytes: parts.bytes });
  }

  #resume(req: IncomingMessage, res: ServerResponse, id: string, body: Buffer): void {
    const session = this.#uploads.get(id);
    if (!session) return json(res, 404, failure(404, 'No such upload'));
    const range = /^bytes (?:(\d+)-(\d+|\*)|\*)\/(\d+|\*)$/.exec(String(req.headers['content-range'] ?? ''));
    const stored = session.parts.reduce((sum, part) => sum + part.length, 0);
    if (range && range[1] !== undefined && Number(range[1]) !== stored) return json(res, 400, failure(400, 'Wrong offset'));
    if (body.length > 0) session.parts.push(body);
    const total = range?.[3];
    const all = Buffer.concat(session.parts);
    const isWhole = !range || range[2] === '*' || (total !== '*' && all.length >= Number(total));
    if (!isWhole) {
      res.writeHead(308, all.length > 0 ? { range: `bytes=0-${all.length - 1}` } : {}).end();
      return;
    }
    this.#uploads.delete(id);
    this.#store(res, { ...session, bytes: all });
  }

  #store(res: ServerResponse, given: { bucket: string; name: string; type: string; ifGeneration: string | null; bytes: Buffer }): void {
    const known = this.find(given.bucket, given.name);
    if (given.ifGeneration !== null && given.ifGeneration !== (known?.generation ?? '0'))
      return json(res, 412, failure(412, 'At least one of the pre-conditions you specified did not hold.', 'conditionNotMet'));
    json(res, 200, this.put(given.bucket, given.name, given.type, given.bytes));
  }
}

/** Splits a `multipart/related` upload into metadata and bytes. */
function multipartOf(contentType: string, body: Buffer): { name: string; type: string; bytes: Buffer } | null {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!boundary) return null;
  const mark = Buffer.from(`--${boundary}`);
  const at = [body.indexOf(mark)];
  for (let next = body.indexOf(mark, at[0]! + 1); next >= 0; next = body.indexOf(mark, next + 1)) at.push(next);
  if (at.length < 3) return null;
  const part = (index: number) => {
    const whole = body.subarray(at[index]! + mark.length + 2, at[index + 1]! - 2);
    const gap = whole.indexOf('\r\n\r\n');
    return { head: whole.subarray(0, gap).toString(), bytes: whole.subarray(gap + 4) };
  };
  const [about, content] = [part(0), part(1)];
  try {
    const { name = '', contentType: told } = JSON.parse(about.bytes.toString()) as { name?: string; contentType?: string };
    const type = told ?? /content-type: *([^\r\n]+)/i.exec(content.head)?.[1] ?? 'application/octet-stream';
    return { name, type, bytes: Buffer.from(content.bytes) };
  } catch {
    return null;
  }
}

async function readBytes(req: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_OBJECT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** CRC-32C: Castagnoli's polynomial, reflected. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

function crc32c(bytes: Buffer): string {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  const out = Buffer.alloc(4);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return out.toString('base64');
}

const failure = (code: number, message: string, reason = 'invalid') => ({
  error: { code, message, errors: [{ message, domain: 'global', reason }] },
});

function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const missing = (res: ServerResponse, bucket: string, name: string): void =>
  json(res, 404, failure(404, `No such object: ${bucket}/${name}`, 'notFound'));
