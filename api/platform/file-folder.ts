import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { inTemporaryFolder } from '#domain/platform/media/temporary-folder.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';

/** The folder to which a request's files are written as they arrive. */
export interface FileFolder {
  /** Begins a file in a field. */
  begin(field: string, about: Pick<SentFile, 'name' | 'type'>): Promise<void>;
  /** Appends to a field's last file; begins a file without a name if there is none. */
  write(field: string, chunk: Uint8Array): Promise<void>;
  files(): Record<string, SentFile[]>;
}

interface Writing {
  readonly field: string;
  readonly about: Pick<SentFile, 'name' | 'type'>;
  readonly path: string;
  readonly handle: FileHandle;
  size: number;
}

/** Maximum number of an account's concurrent requests with files, which are on the disk meanwhile. */
const MOST_AT_ONCE = 4;
const RETRY_AFTER_S = 5;
const underWay = new Map<string, number>();

/**
 * Gives `work` a folder for the files of one request, and deletes it with them when the work ends.
 * @throws ProductError limits.rate while the account has the maximum number of such requests
 */
export async function inFileFolder<T>(accountId: string, work: (folder: FileFolder) => Promise<T>): Promise<T> {
  const others = underWay.get(accountId) ?? 0;
  if (others >= MOST_AT_ONCE) {
    throw new ProductError(
      'limits.rate',
      toSentence('Several of your requests are still being worked on. Please try again in {n} s.', { n: RETRY_AFTER_S }),
      { data: { retryAfterS: RETRY_AFTER_S } },
    );
  }
  underWay.set(accountId, others + 1);
  try {
    return await inTemporaryFolder((folder) => withFiles(folder, work));
  } finally {
    const left = underWay.get(accountId)! - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
  }
}

async function withFiles<T>(folder: string, work: (folder: FileFolder) => Promise<T>): Promise<T> {
  const all: Writing[] = [];
  const begin: FileFolder['begin'] = async (field, about) => {
    // never a name chosen by the sender
    const file = path.join(folder, randomUUID());
    all.push({ field, about, path: file, handle: await open(file, 'wx'), size: 0 });
  };
  const close = async (): Promise<void> => {
    await Promise.all(all.map(({ handle }) => handle.close()));
  };
  try {
    return await work({
      begin,
      async write(field, chunk) {
        if (!all.some((one) => one.field === field)) await begin(field, { name: '', type: '' });
        const file = all.findLast((one) => one.field === field)!;
        await file.handle.writeFile(chunk);
        file.size += chunk.length;
      },
      files() {
        const files: Record<string, SentFile[]> = {};
        for (const one of all) (files[one.field] ??= []).push(sentFile(one));
        return files;
      },
    });
  } finally {
    await close();
  }
}

const sentFile = ({ about, path: file, size }: Writing): SentFile => ({
  ...about,
  size,
  stream: () => createReadStream(file),
  bytes: async () => new Uint8Array(await readFile(file)),
});
