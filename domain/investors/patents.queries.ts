import type { Patent } from '#contract/investors/investors.contract.ts';
import { zipFiles } from '#domain/platform/archives/zip-files.ts';
import { ENGINE_INVENTIONS, type Invention } from './inventions.ts';
import { LEARNING_INVENTIONS } from './learning-inventions.ts';
import { documentPage, escapeHtml } from './render-material.ts';

const STATUS = 'Patent pending, by the operator’s statement; no number of an office is on record';
const INVENTIONS = [...ENGINE_INVENTIONS, ...LEARNING_INVENTIONS];

const idOf = (index: number): string => `CW-${String(index + 1).padStart(2, '0')}`;
const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');

/** Returns every description of an invention (DL-07). */
export const listPatents = (): Patent[] =>
  INVENTIONS.map(({ title, field, problem, method }, index) => ({
    id: idOf(index),
    title,
    field,
    abstract: `${problem} ${method}`,
    status: STATUS,
    number: null,
    filename: `${idOf(index)}-${slug(title)}.html`,
  }));

function patentPage(invention: Invention, index: number): string {
  const parts = { Problem: invention.problem, Method: invention.method, 'What would be claimed': invention.claimed };
  const body = Object.entries(parts).map(([title, text]) => `<section><h2>${title}</h2><p>${escapeHtml(text)}</p></section>`);
  const facts = `<p class="small">${idOf(index)} · ${escapeHtml(invention.field)} · ${STATUS}. A description of a mechanism of this software; not a filing.</p>`;
  return documentPage(invention.title, [`<h1>${escapeHtml(invention.title)}</h1>`, facts, ...body].join('\n'));
}

/** Streams all of them as a zip (DL-08). @param at the files' modification time */
export const zipPatents = (at: Date): AsyncGenerator<Uint8Array> =>
  zipFiles(
    listPatents().map(({ filename }, index) => ({ name: filename, text: [patentPage(INVENTIONS[index]!, index)] })),
    at,
  );
