import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Storage, type ApiError, type Bucket, type GetFilesResponse } from '@google-cloud/storage';
import { config } from '#domain/platform/config.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { PAID_PATIENCE_MS, retryWhile } from '#domain/platform/store-retries.ts';

/** A stored file's description. */
export interface StoredFile {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Bytes from `start` to `end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

let opened: { settings: unknown; bucket: Bucket } | null = null;

/** @throws ProductError media.not_configured when this installation has no bucket */
function storeSettings() {
  const settings = config().google;
  if (settings.mode === 'off') throw new ProductError('media.not_configured');
  return settings;
}

/** Returns the bucket. @throws ProductError media.not_configured */
function openBucket(): Bucket {
  const settings = storeSettings();
  if (opened?.settings === settings) return opened.bucket;
  const { projectId, bucket: name, storageEndpoint } = settings;
  const storage = new Storage({ projectId, ...(storageEndpoint && { apiEndpoint: storageEndpoint }) });
  opened = { settings, bucket: storage.bucket(name) };
  return opened.bucket;
}

/** Runs a call on the bucket. @throws ProductError media.not_configured; what the call throws */
const ask = async <T>(call: (bucket: Bucket) => Promise<T>): Promise<T> => {
  const bucket = openBucket();
  return outgoing('storage', () => call(bucket));
};

const isStatus = (error: unknown, status: number): boolean => (error as Partial<ApiError> | null)?.code === status;

/**
 * Stores bytes under an unused key. If a crash causes the same bytes to be written twice, the first copy is left as it is. Without that
 * precondition the SDK would not retry uploads, and would turn retries off for the whole process.
 * @throws ProductError media.not_configured; the SDK's ApiError
 */
export async function putFile(key: string, source: AsyncIterable<Uint8Array> | Uint8Array, type: string): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      // the SDK connects on the first chunk, which may arrive in another connection's context
      outgoing('storage', () => done(null, chunk));
    },
  });
  try {
    await ask((bucket) => {
      const sink = bucket.file(key).createWriteStream({ resumable: false, contentType: type, preconditionOpts: { ifGenerationMatch: 0 } });
      return pipeline(source instanceof Uint8Array ? Readable.from([source]) : Readable.from(source), measured, sink);
    });
  } catch (error) {
    if (!isStatus(error, 412)) throw error;
    return (await describeFile(key))!;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Error codes of connections that cannot be opened or that break. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Tells whether an error means that the store is unreachable or temporarily unavailable, so the same request may succeed later. */
export function isFileStoreUnavailable(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return AWAY.test(code) || /^(408|429|5\d\d)$/.test(code);
}

/** Stores bytes that were paid for and exist only in this process: retries while the store is unavailable. @throws like `putFile` */
export const putPaidFile = (key: string, bytes: Uint8Array, type: string): Promise<StoredFile> =>
  retryWhile(isFileStoreUnavailable, PAID_PATIENCE_MS, () => putFile(key, bytes, type));

/** Describes the object at a key; null when there is none. @throws the SDK's ApiError */
export async function describeFile(key: string): Promise<StoredFile | null> {
  const [isThere] = await ask((bucket) => bucket.file(key).exists());
  if (!isThere) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of readFile(key)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Streams the object at a key, or a byte range of it. @throws ProductError not_found when there is none; otherwise the SDK's ApiError */
export async function* readFile(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const stream = await ask(async (bucket) => {
    // verifying a checksum needs the whole file
    const opened = bucket.file(key).createReadStream(range ? { ...range, validation: false } : {});
    // the SDK connects on the first read
    opened.read(0);
    return opened;
  });
  try {
    // the SDK adds more listeners to its streams than Node's leak threshold allows; each ends with its file
    stream.once('response', (response: Readable) => void response.setMaxListeners(0));
    yield* stream.setMaxListeners(0);
  } catch (error) {
    throw isStatus(error, 404) ? notFound('file') : error;
  }
}

/** Checks the file store by requesting an object that does not exist. @throws when the store does not answer */
export async function fileStoreAnswers(): Promise<void> {
  await ask((bucket) => bucket.file('health').exists());
}

/** Deletes the object at a key, if there is one. */
export async function removeFile(key: string): Promise<void> {
  await ask((bucket) => bucket.file(key).delete({ ignoreNotFound: true }));
}

/** Lists keys below a prefix with their upload time, one page at a time. */
export async function* listFiles(prefix: string): AsyncGenerator<{ key: string; storedAt: Date }[]> {
  let pageToken: string | undefined;
  do {
    const page = { prefix, autoPaginate: false, maxResults: 1000, ...(pageToken && { pageToken }) };
    const [files, next]: GetFilesResponse = await ask((bucket) => bucket.getFiles(page));
    yield files.map((file) => ({ key: file.name, storedAt: new Date(String(file.metadata.timeCreated)) }));
    pageToken = (next as { pageToken?: string } | null)?.pageToken;
  } while (pageToken);
}

/** Returns the output location to give a vendor: `gs://bucket/prefix`. */
export const placeOf = (prefix: string): string => `gs://${storeSettings().bucket}/${prefix}`;

/** Returns the key of an object address in our own bucket. @throws Error for another bucket */
export function keyOf(address: string): string {
  const start = `gs://${storeSettings().bucket}/`;
  if (!address.startsWith(start)) throw new Error(`${address} is not in our bucket`);
  return address.slice(start.length);
}
