import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { SOURCE_BYTES } from '#contract/sources/source-limits.ts';
import { addPage, addSource, type Source } from '#contract/sources/sources.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, tooLargeText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { sourcesKey } from './source-queries.ts';

/** A file being uploaded, or whose upload failed. */
export interface Sending {
  readonly key: number;
  readonly name: string;
  /** Why the upload failed; null while it is running. */
  readonly problem: string | null;
}

/** Uploads files one after another, and keeps failures until they are dismissed. @param onAdded called with each uploaded source */
export function useSourceUpload(userId: string, onAdded: (source: Source) => void) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const next = useRef(0);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const failed = t('The file could not be added. Please try again.');

  const end = (key: number, problem: string | null) =>
    setSending((all) =>
      problem === null ? all.filter((one) => one.key !== key) : all.map((one) => (one.key === key ? { ...one, problem } : one)),
    );

  async function send(key: number, ask: () => Promise<Source>): Promise<void> {
    try {
      const source = await ask();
      onAdded(source);
      await cache.invalidateQueries({ queryKey: sourcesKey(userId) });
      end(key, null);
    } catch (error) {
      end(key, errorText(error, failed));
    }
  }

  function begin(name: string, problem: string | null, ask: () => Promise<Source>): void {
    const key = (next.current += 1);
    setSending((all) => [...all, { key, name, problem }]);
    if (problem === null) turn.current = turn.current.then(() => send(key, ask));
  }

  return {
    sending,
    addAddress(address: string): void {
      begin(address, null, async () => (await call(addPage, { body: { address }, fallback: failed })).source);
    },
    dismiss: (key: number) => end(key, null),
    addFiles(files: readonly File[]): void {
      for (const file of files) {
        const problem = file.size > SOURCE_BYTES ? tooLargeText(SOURCE_BYTES) : null;
        begin(file.name, problem, async () => (await call(addSource, { files: { file }, fallback: failed })).source);
      }
    },
  };
}
