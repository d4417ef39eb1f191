import { escapeHtml } from '#domain/mail/mail-parts.ts';

/** Characters that XML 1.0 cannot contain. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns a text escaped for XML, without characters that XML cannot contain. */
export const xmlText = (text: string): string => escapeHtml(text.replaceAll(UNWRITABLE, ''));
