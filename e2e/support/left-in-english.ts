import type { Page } from '@playwright/test';

/** Words that occur in almost every English sentence. */
const ENGLISH = 'the is are was were your you this of and to it not be been with for a an in on at by has have can no';

/** Shorter texts do not count as titles, because they could be parts of any word. */
const SHORTEST = 10;

/**
 * Returns texts on a page, including screen reader texts, that are English sentences although Arabic is selected. Skips elements
 * marked with a language or direction of their own (courses are) and everything in `known`: titles and names, which are not translated.
 */
export async function leftInEnglish(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const { texts, written } = await page.evaluate(() => {
    const found: string[] = [];
    const written: string[] = [];
    const isOfItsOwn = (element: Element) => element.closest('[lang], [dir="auto"], bdi') !== document.documentElement;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('script, style, noscript, textarea, code')) continue;
      const text = node.textContent ?? '';
      if (isOfItsOwn(parent)) written.push(text.trim());
      else found.push(text);
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (isOfItsOwn(element)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      written.push(field.value.trim());
    return { texts: found, written };
  });
  const english = new Set(ENGLISH.split(' '));
  const isEnglish = (text: string) =>
    text.split(/[^\p{L}’']+/u).filter((word) => english.has(word.toLowerCase())).length >= 2 && !/\p{Script=Arabic}/u.test(text);
  // a title may be part of an interface sentence
  const ours = (text: string) =>
    [...known, ...written].reduce((rest, title) => (title.length < SHORTEST ? rest : rest.replaceAll(title, '')), text);
  return [...new Set(texts.map((text) => text.replaceAll(/[\u2066-\u2069]/g, '').trim()))].filter(
    (text) => isEnglish(text) && isEnglish(ours(text)),
  );
}

/** Fields of a run that contain the product's own sentences, not titles. */
const SAID_BY_US = ['log', 'eta', 'error'];

/** Returns every text from users' courses. */
export function textsIn(album: unknown): Set<string> {
  const texts = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value.trim());
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) if (!SAID_BY_US.includes(name)) walk(part);
  };
  walk(album);
  return texts;
}
