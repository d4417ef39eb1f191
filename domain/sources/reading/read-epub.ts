import path from 'node:path/posix';
import { htmlTree, raisedClasses } from '#domain/platform/rich-text/html-tree.ts';
import { piecesOf } from '#domain/platform/rich-text/tree-text.ts';
import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';
import { readXml } from './read-xml.ts';
import { readZip } from './zip-entries.ts';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const TEXT = /\.(x?html?|xml|opf|css)$/i;
/** Font obfuscation, which does not affect a book's text. */
const OF_FONTS = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/** Reads the chapters of a book in spine order. */
export function readEpub(bytes: Uint8Array): SourceDocument {
  const entries = readZip(bytes, (name) => name === CONTAINER || name === ENCRYPTION || TEXT.test(name));
  refuseEncrypted(entries.get(ENCRYPTION));
  let packageFile = '';
  readXml(entries.get(CONTAINER) ?? '<none/>', {
    open(name, attribute) {
      if (name === 'rootfile') packageFile ||= attribute('full-path') ?? '';
    },
  });
  const book = entries.get(packageFile);
  if (book === undefined) throw new Unreadable('source.unreadable', 'there is no book in it');
  const { title, chapters } = readPackage(book);
  const blocks = new Blocks();
  const raised = raisedClasses([...entries].map(([name, text]) => (/\.css$/i.test(name) ? text : '')).join('\n'));
  for (const href of chapters) {
    const chapter = entries.get(path.join(path.dirname(packageFile), decodeName(href)));
    if (chapter === undefined) continue;
    if (/<!ENTITY/i.test(chapter)) throw new Unreadable('source.unreadable', 'a chapter declares entities');
    blocks.addPieces(piecesOf(htmlTree(chapter, 'book', raised).blocks));
  }
  return { title, pages: null, blocks: blocks.list };
}

function readPackage(xml: string): { title: string | null; chapters: string[] } {
  const items = new Map<string, string>();
  const chapters: string[] = [];
  let title = '';
  let isTitle = false;
  readXml(xml, {
    open(name, attribute) {
      isTitle = name === 'title' && title === '';
      if (name === 'item') items.set(attribute('id') ?? '', attribute('href') ?? '');
      const chapter = name === 'itemref' ? items.get(attribute('idref') ?? '') : undefined;
      if (chapter) chapters.push(chapter);
    },
    close: () => void (isTitle = false),
    text: (some) => void (isTitle && (title += some)),
  });
  return { title: title.trim() || null, chapters: [...new Set(chapters)] };
}

function refuseEncrypted(encryption: string | undefined): void {
  if (encryption === undefined) return;
  readXml(encryption, {
    open(name, attribute) {
      if (name === 'EncryptionMethod' && !OF_FONTS.includes(attribute('Algorithm') ?? ''))
        throw new Unreadable('source.encrypted', 'the book is encrypted');
    },
  });
}

function decodeName(href: string): string {
  try {
    return decodeURIComponent(href.split('#')[0] ?? '');
  } catch {
    return href;
  }
}
