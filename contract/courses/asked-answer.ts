// Apart from the field's shape, which the first load has: only pages with a workshop check answers.
import type { AskedField } from './asked-field.ts';
import { typedNumbers } from './typed-number.ts';

/** `unreadable`: it is no number where one was asked, or empty, and does not count as an attempt. */
export type EntryVerdict = { readonly state: 'right' | 'unreadable' } | { readonly state: 'wrong'; readonly feedback: string };

/** Rounding of fractions and powers of ten, as a share of the answer. */
const ROUNDING = 1e-9;

/** Folds what differs between keyboards only: quotation marks and dashes, which phones replace, and invisible signs. */
const keyboardFolded = (line: string): string =>
  line
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2018\u2019\u201a\u02bc]/g, "'")
    .replaceAll(/[\u201c-\u201e]/g, '"');

/**
 * A line of code without the white space that changes nothing: one space stays between two words, which would become one without it.
 */
const codeFolded = (line: string): string =>
  keyboardFolded(line)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![\p{L}\p{N}_$]) | (?![\p{L}\p{N}_$])/gu, '');

/**
 * A line of text without case, width, repeated spaces, quotation marks around it, the full stop, and the vowel signs and tatweel of Arabic.
 * Accents of other scripts count: they may be what is asked.
 */
const lineFolded = (line: string): string =>
  keyboardFolded(line)
    .normalize('NFKC')
    .replaceAll(/\u0640|[\u064b-\u0652]|\u0670/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s"'\u00ab]+|[\s"'\u00bb.\u3002\u06d4\u0964]+$/g, '');

/** Folds a line as entries and accepted lines are compared. A line of signs alone keeps them. */
export const foldedLine = (line: string, isCode: boolean): string =>
  isCode ? codeFolded(line) : lineFolded(line) || keyboardFolded(line).trim();

/** Tells whether a number that somebody typed, or that a service answered, is right. */
const isNear = ({ answer, tolerance }: Extract<AskedField, { kind: 'number' }>, value: number): boolean =>
  Math.abs(value - answer) <= tolerance + (tolerance + Math.abs(answer)) * ROUNDING;

/** Checks an entry. @param entry as typed; for a choice the id of the option */
export function checkEntry(field: AskedField, entry: string): EntryVerdict {
  const wrong = { state: 'wrong', feedback: '' } as const;
  if (entry.trim() === '') return { state: 'unreadable' };
  if (field.kind === 'number') {
    const values = typedNumbers(entry, field.unit);
    if (values.length === 0) return { state: 'unreadable' };
    return values.some((value) => isNear(field, value)) ? { state: 'right' } : wrong;
  }
  if (field.kind === 'choice') {
    const option = field.options.find(({ id }) => id === entry);
    if (!option) return { state: 'unreadable' };
    return option.id === field.answer_id ? { state: 'right' } : { state: 'wrong', feedback: option.feedback ?? '' };
  }
  const typed = foldedLine(entry, field.code);
  return field.accepted.some((line) => foldedLine(line, field.code) === typed) ? { state: 'right' } : wrong;
}

/** Returns the right answer as a text, without its unit. @param number writes a number for its reader */
export function answerText(field: AskedField, number: (value: number) => string = String): string {
  if (field.kind === 'number') return number(field.answer);
  if (field.kind === 'line') return field.accepted[0] ?? '';
  return field.options.find(({ id }) => id === field.answer_id)?.text ?? '';
}

const areDistinct = (all: readonly string[]): boolean => new Set(all).size === all.length && !all.includes('');

/** Tells whether a field can be answered: its options or lines are distinct and not empty, one option is right and has no feedback. */
export function isSoundField(field: AskedField): boolean {
  if (field.kind === 'number') return Number.isFinite(field.answer) && field.tolerance >= 0;
  if (field.kind === 'line') {
    return field.accepted.length > 0 && areDistinct(field.accepted.map((line) => foldedLine(line, field.code)));
  }
  const { options, answer_id } = field;
  return (
    options.length >= 2 &&
    [options.map(({ id }) => id), options.map(({ text }) => text.trim())].every(areDistinct) &&
    options.some(({ id, feedback = '' }) => id === answer_id && feedback === '')
  );
}
