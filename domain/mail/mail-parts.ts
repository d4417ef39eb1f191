import { lookup } from '#contract/platform/lookup.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Speech } from './words.ts';

/** The output of a template: a subject, and paragraphs. A link has a paragraph of its own, so that it can be clicked and copied. */
export interface MailParts {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}
type Paragraph = string | { readonly label: string; readonly link: string } | { readonly rows: readonly (readonly [string, string])[] };

/** A template is a pure function of its data and the reader's language; it is one file. */
export type Template<D> = (data: D, speech: Speech) => MailParts;

const FONT = 'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5';

/** Renders plain text, with full links. */
export function asText({ paragraphs }: MailParts): string {
  const parts = paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return paragraph;
    if ('link' in paragraph) return `${paragraph.label}:\n${paragraph.link}`;
    return paragraph.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  });
  return `${[...parts, `-- \n${PRODUCT}`].join('\n\n')}\n`;
}

/** Renders HTML, without styles that a mail program may drop and without external resources. */
export function asHtml({ subject, paragraphs }: MailParts, { language, direction }: Pick<Speech, 'language' | 'direction'>): string {
  const parts = paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`;
    if ('link' in paragraph) {
      const href = escapeHtml(paragraph.link);
      return `<p><a href="${href}" style="font-weight:600">${escapeHtml(paragraph.label)}</a><br><small>${href}</small></p>`;
    }
    const rows = paragraph.rows.map(
      ([name, value]) =>
        `<tr><th scope="row" style="text-align:start;padding-inline-end:16px">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
    );
    return `<table>${rows.join('')}</table>`;
  });
  return [
    `<!doctype html><html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head><body style="${FONT}">`,
    ...parts,
    `<p>${PRODUCT}</p></body></html>`,
  ].join('\n');
}

const ENTITIES: Record<string, string> = lookup({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
