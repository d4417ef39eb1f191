import type { Values } from '#contract/platform/message.ts';
import type { Block, LegalPage } from './section.ts';

/** Translates an English text. */
export type Say = (english: string, values?: Values) => string;

const blockIn = (block: Block, say: Say): Block => {
  if (typeof block === 'string') return say(block);
  if ('points' in block) return { points: block.points.map((point) => say(point)) };
  return { rows: block.rows.map(([name, text]) => [say(name), say(text)] as const) };
};

/** Returns a page with each of its texts translated; a text without translation stays English. */
export const pageIn = (page: LegalPage, say: Say): LegalPage => ({
  ...page,
  title: say(page.title),
  opening: page.opening.map((block) => blockIn(block, say)),
  sections: page.sections.map(({ title, body }) => ({ title: say(title), body: body.map((block) => blockIn(block, say)) })),
});
