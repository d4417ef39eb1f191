import { TEXT_ENCODINGS, type TextEncoding } from '#contract/platform/text-encodings.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from './select-field.tsx';

/** The names that programs use for encodings, beside the alphabet. */
const NAMES: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'windows-1257': 'Windows-1257',
  'windows-1258': 'Windows-1258',
  'windows-874': 'Windows-874',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  'iso-2022-jp': 'ISO-2022-JP',
  'euc-kr': 'EUC-KR',
  big5: 'Big5',
  gb18030: 'GB18030',
  macintosh: 'Macintosh',
  'x-mac-cyrillic': 'Macintosh',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
  ibm866: 'IBM 866',
  'iso-8859-2': 'ISO 8859-2',
  'iso-8859-5': 'ISO 8859-5',
  'iso-8859-7': 'ISO 8859-7',
};

const alphabetOf = (encoding: TextEncoding): string => {
  if (encoding.startsWith('utf-')) return 'Unicode';
  switch (encoding) {
    case 'windows-1250':
    case 'iso-8859-2':
      return t('Central European');
    case 'windows-1251':
    case 'x-mac-cyrillic':
    case 'koi8-r':
    case 'koi8-u':
    case 'ibm866':
    case 'iso-8859-5':
      return t('Cyrillic');
    case 'windows-1253':
    case 'iso-8859-7':
      return t('Greek');
    case 'windows-1254':
      return t('Turkish');
    case 'windows-1255':
      return t('Hebrew');
    case 'windows-1256':
      return t('Arabic');
    case 'windows-1257':
      return t('Baltic');
    case 'windows-1258':
      return t('Vietnamese');
    case 'windows-874':
      return t('Thai');
    case 'shift_jis':
    case 'euc-jp':
    case 'iso-2022-jp':
      return t('Japanese');
    case 'euc-kr':
      return t('Korean');
    case 'big5':
      return t('Chinese, traditional');
    case 'gb18030':
      return t('Chinese, simplified');
    default:
      return t('Western European');
  }
};

/** An encoding as people choose it: its alphabet and its name. */
export const encodingName = (encoding: TextEncoding): string => `${alphabetOf(encoding)} (${NAMES[encoding]})`;

interface EncodingFieldProps {
  readonly value: TextEncoding;
  readonly onChange: (encoding: TextEncoding) => void;
  readonly disabled?: boolean;
}

/** Chooses the encoding of a file. */
export function EncodingField({ value, onChange, disabled }: EncodingFieldProps) {
  return (
    <SelectField
      label={t('Alphabet of the file')}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(TEXT_ENCODINGS.find((one) => one === target.value) ?? value)}
      options={TEXT_ENCODINGS.map((encoding) => ({ value: encoding, label: encodingName(encoding) }))}
    />
  );
}
