/**
 * The encodings in which texts and tables can be read, by their names in the Encoding Standard; `windows-1252` and similar names are code
 * pages.
 */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'big5',
  'gb18030',
  'macintosh',
  'x-mac-cyrillic',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
