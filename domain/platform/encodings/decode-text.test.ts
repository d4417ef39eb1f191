import { describe, expect, it } from 'vitest';
import { declaredIn, decodeText, encodingNamed, TextCheck } from './decode-text.ts';
import { encoded } from './encoded.factory.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

const DOS_END = 0x1a;
const HIGH = Buffer.from([0xc3, 0xe4, 0xf6]);

describe('a text', () => {
  it.each([
    ['with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('Zoë')]), 'utf-8'],
    ['that is clearly UTF-8', Buffer.from('Łukasz Wiśniewski'), 'utf-8'],
    ['of ASCII', Buffer.from('Zoe Lin'), 'utf-8'],
    ['in UTF-16 without a mark', encoded('山田,花子\n', 'utf-16le'), 'utf-16le'],
    ['in UTF-16 the other way round', encoded('山田,花子\n', 'utf-16be'), 'utf-16be'],
    ['of Japanese mail', Buffer.from('\u001b$B;3ED\u001b(B\n'), 'iso-2022-jp'],
  ])('%s declares its encoding', (_, bytes, encoding) => {
    expect(decodeText(bytes, { languages: ['pl'], declared: ['windows-1250'] })).toMatchObject({ encoding, isSure: true });
  });

  it('that fits several code pages is read by the context of its sender', () => {
    // õ or ő: Portuguese or Hungarian
    const bytes = encoded('Gergő\n', 'windows-1250');
    const read = (languages: string[]) => decodeText(bytes, { languages }).text;
    expect([read(['hu']), read(['pt'])]).toEqual(['Gergő\n', 'Gergõ\n']);
    // decided by the country's addresses, and by an earlier choice
    expect(decodeText(Buffer.concat([bytes, Buffer.from('g@iskola.hu\n')])).text).toContain('Gergő');
    expect(decodeText(bytes, { languages: ['pt'], encodings: ['windows-1250'] }).text).toBe('Gergő\n');
  });

  it('reports whether its encoding is a guess', () => {
    expect(decodeText(encoded('Gergő\n', 'windows-1250')).isSure).toBe(false);
    expect(decodeText(encoded('Łukasz Wiśniewski, Małgorzata Wójcik\n', 'windows-1250')).isSure).toBe(true);
  });

  it('is read in the chosen encoding, or refused with a code', () => {
    expect(decodeText(HIGH, { encoding: 'windows-1252' }).text).toBe('Ãäö');
    expect(() => decodeText(HIGH, { encoding: 'utf-8' })).toThrow(expect.objectContaining({ code: 'file.bad_encoding' }));
  });

  it('of UTF-8 with one broken letter keeps the others', () => {
    const bytes = Buffer.concat([Buffer.from('Łukasz Wiśniewski, Paweł Dąbrowski, Józef Żak, '), Buffer.from([0xc5]), Buffer.from('ę\n')]);
    expect(decodeText(bytes)).toMatchObject({
      encoding: 'utf-8',
      isSure: false,
      text: expect.stringContaining('Wiśniewski, Paweł Dąbrowski'),
    });
  });

  it('is read in its declared encoding, by any name, if possible', () => {
    const page = encoded(
      '<!-- charset=koi8-r --><meta http-equiv="Content-Type" content="text/html; charset=cp1251"><p>Да</p>',
      'windows-1251',
    );
    expect(declaredIn(page)).toBe('cp1251');
    expect(declaredIn(Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?><p/>'))).toBe('ISO-8859-2');
    expect(declaredIn(Buffer.from('I write <meta charset="big5">'))).toBeNull();
    expect(decodeText(page, { declared: [null, 'nonsense', declaredIn(page)] })).toMatchObject({ encoding: 'windows-1251', isSure: true });
    expect([encodingNamed('latin1'), encodingNamed('x-sjis'), encodingNamed('gb2312'), encodingNamed('replacement')]).toEqual([
      'windows-1252',
      'shift_jis',
      'gb18030',
      null,
    ]);
  });

  it.each([
    ['with control characters', Buffer.from([0x42, 0xe9, 0x02, 0x42])],
    ['of half a UTF-16', Buffer.from([0xff, 0xfe, 0x42, 0x00, 0x42])],
    ['of binary data', Buffer.from([0, 1, 2, 3, 0, 0, 0, 255, 254, 7])],
    ['of a zip', Buffer.from('PK\u0003\u0004\u0014\0\0\0\u0008\0éé', 'latin1')],
  ])('%s is not one', (_, bytes) => expect(() => decodeText(bytes)).toThrow());

  it.each([
    ['at its end', [...encoded('Dvořák', 'windows-1250'), DOS_END], true],
    ['at its end, up to a whole block', [...encoded('Dvořák', 'windows-1250'), ...Array<number>(12).fill(DOS_END)], true],
    ['inside', [...encoded('Dvo', 'windows-1250'), DOS_END, ...encoded('řák', 'windows-1250')], false],
    ['at its beginning', [DOS_END, ...encoded('Dvořák', 'windows-1250')], false],
    ['inside UTF-16', [0xff, 0xfe, ...encoded('Dv\u001ak', 'utf-16le')], false],
    ['at the end of UTF-16', [0xff, 0xfe, ...encoded('Dvořák\u001a', 'utf-16le')], true],
  ])('with the mark by which DOS ends a file: %s', (_, all, isText) => {
    const bytes = Uint8Array.from(all);
    const decode = () => decodeText(bytes).text;
    if (isText) expect(decode()).toContain('Dvořák');
    else expect(decode).toThrow();
  });

  it('is not one with the mark by which DOS ends a file inside it, however it is split into pieces', () => {
    const inside = Buffer.concat([encoded('Dvořák', 'windows-1250'), Buffer.of(DOS_END), encoded('řeka', 'windows-1250')]);
    const last = Buffer.concat([encoded('Dvořák řeka', 'windows-1250'), Buffer.of(DOS_END)]);
    const checked = (bytes: Uint8Array, size: number) => () => {
      const check = new TextCheck();
      for (let at = 0; at < bytes.length; at += size) check.add(bytes.subarray(at, at + size));
      check.end();
    };
    for (let size = 1; size <= inside.length; size += 1) {
      expect(checked(inside, size), `pieces of ${size}`).toThrow();
      expect(checked(last, size), `pieces of ${size}`).not.toThrow();
    }
  });

  it.each([
    ['a text', encoded('Dvořák', 'windows-1250'), true],
    ['UTF-16', encoded('Dvořák', 'utf-16le'), true],
    ['control characters', Buffer.from([0x42, 0xe9, 0x02, 0x42]), false],
    ['half a UTF-16', Buffer.from([0xff, 0xfe, 0x42, 0x00, 0x42]), false],
  ])('of %s is checked in pieces without being stored', (_, bytes, isText) => {
    const check = new TextCheck();
    for (let at = 0; at < bytes.length; at += 5) check.add(bytes.subarray(at, at + 5));
    if (isText) check.end();
    else expect(() => check.end()).toThrow();
  });

  it('of four million bytes is read in a second or two', () => {
    for (const bytes of [
      Buffer.alloc(4_000_000, 0xe9),
      encoded('Łukasz;Wójcik\n'.repeat(280_000), 'windows-1250'),
      Buffer.alloc(4_000_000, 'é'.repeat(3)),
    ])
      expect(leastProcessorMs(() => decodeText(bytes), 1_000)).toBeLessThan(1_000);
  });
});
