import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { epubOf } from '#domain/exports/formats/epub.ts';
import { pdfOf } from '#domain/exports/formats/pdf.ts';
import { bare, course, missingInPages, PDF_NAMES } from '#ops/checks/forms/corpus-course.factory.ts';
import { checkEpub, HOW_TO_GET, wordsOfPdf } from './other-readers.factory.ts';

// our own reader might share our own mistakes, so these readers decide
describe('the corpus of lessons, read by third-party programs', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'coursewright-readers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is an EPUB without errors to EPUBCheck', () => {
    const file = path.join(folder, 'course.epub');
    writeFileSync(file, epubOf(course));
    expect(checkEpub(file) ?? HOW_TO_GET).toMatchObject({ isGood: true });
  });

  it('is complete in a PDF for pdftotext', async () => {
    const file = path.join(folder, 'course.pdf');
    writeFileSync(file, await pdfOf(course));
    const words = wordsOfPdf(file);
    expect(words, HOW_TO_GET).not.toBeNull();
    const pages = bare(words!);
    expect(PDF_NAMES.map((name) => [name, missingInPages(name, pages)]).filter(([, missing]) => missing!.length > 0)).toEqual([]);
  });
});
