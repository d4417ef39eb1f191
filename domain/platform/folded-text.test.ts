import { expect, it } from 'vitest';
import { foldedText } from '#contract/platform/folded-text.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';

const database = useTestDatabase();
const inDatabase = async (texts: readonly string[]): Promise<string[]> => {
  const rows = await rowsOf<{ folded: string }>(
    database.knex,
    sql`select folded_text(text) as folded from unnest(cast(${texts} as text[])) with ordinality given (text, place) order by place`,
  );
  return rows.map(({ folded }) => folded);
};

/** Texts as written, and as folded. */
const FOLDED = [
  ['Women’s ‘rights’ ʼn', "women's 'rights' 'n"],
  ['re‑read – “as is” — 5−3', 're-read - "as is" - 5-3'],
  ['Łódź, Đà Nẵng, Ørsted', 'lodz, da nang, orsted'],
  ['Straße STRASSE ẞ, Æsop, Œuvre, Þór', 'strasse strasse ss, aesop, oeuvre, thor'],
  ['İstanbul ILIK ılık', 'istanbul ilik ilik'],
  ['ΟΔΟΣ Όδος', 'οδοσ οδοσ'],
  ['Ёлка Йод Ґанок', 'елка иод ганок'],
  ['カタカナ ｶﾀｶﾅ ｶﾞｽ ガス', 'カタカナ カタカナ ガス ガス'],
  ['ＡＢＣ１２３　％', 'abc123 %'],
  ['שָׁלוֹם בית־ספר', 'שלום בית-ספר'],
  ['مُحَمَّد أحمد إيمان مدرسة ـــ', 'محمد احمد ايمان مدرسه '],
  ['کتاب فارسی می‌خواهم', 'كتاب فارسي ميخواهم'],
  ['١٢٣ ۴۵۶ १२ ๓', '123 456 12 3'],
  ['H₂O x² №', 'h2o x2 no'],
  ['soft\u00adhyphen zero\u200bwidth ❤️', 'softhyphen zerowidth ❤'],
  ['한국어 ﾊﾝ', '한국어 ハン'],
  ['हिन्दी ภาษาไทย', 'हिन्दी ภาษาไทย'],
  ["Plain `ASCII` 'text'", "plain `ascii` 'text'"],
] as const;

it.each(FOLDED)('%s is folded to %s, here and in the database', async (written, folded) => {
  expect(foldedText(written)).toBe(folded.normalize('NFKD') === folded ? folded : foldedText(folded));
  expect(foldedText(foldedText(written))).toBe(foldedText(written));
  expect(await inDatabase([written])).toEqual([foldedText(written)]);
});

it('the function of the database folds every character as our code does', async () => {
  const characters = Array.from({ length: 0x2_ffff }, (_, n) => n + 1)
    // no halves of surrogate pairs
    .filter((point) => (point < 0xd800 || point > 0xdfff) && /\P{Cn}/u.test(String.fromCodePoint(point)))
    .map((point) => String.fromCodePoint(point));
  // their Unicode versions differ by about a year's additions
  const { rows } = await database.knex.raw(
    'select unicode_assigned(one) as is_known from unnest(?::text[]) with ordinality g (one, place) order by place',
    [characters],
  );
  const theirs = await inDatabase(characters.map((one) => `a${one}b`));
  const differing = characters.filter((one, n) => rows[n].is_known && theirs[n] !== foldedText(`a${one}b`));
  expect(differing.map((one) => one.codePointAt(0)!.toString(16))).toEqual([]);
});

it('ASCII words are folded only in their case', () => {
  expect(foldedText('Re-read "Women\'s" `x` 5 %')).toBe('re-read "women\'s" `x` 5 %');
});
