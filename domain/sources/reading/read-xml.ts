import { SaxesParser } from 'saxes';
import { Unreadable } from './source-document.ts';

/** Callbacks of an XML parser, in document order. Names have no prefix. */
export interface XmlReader {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
}

const DEEPEST = 512;
const PIECE = 64 * 1024;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML as written by office programs. They never use a DOCTYPE, so it is rejected, and with it every entity that could expand or load
 * something external.
 * @throws Unreadable source.unreadable
 */
export function readXml(xml: string, reader: XmlReader): void {
  const broken = (detail: string) => new Unreadable('source.unreadable', `XML: ${detail}`);
  let depth = 0;
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw broken(error.message);
  });
  parser.on('doctype', () => {
    throw broken('declares a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if ((depth += 1) > DEEPEST) throw broken('is nested too deeply');
    const given = new Map(Object.entries(attributes).map(([key, value]) => [localName(key), String(value)]));
    reader.open?.(localName(name), (key) => given.get(key));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    reader.close?.(localName(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  for (let at = 0; at < xml.length; at += PIECE) parser.write(xml.slice(at, at + PIECE));
  parser.close();
}
