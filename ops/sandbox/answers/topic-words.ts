/** Words that express learning, or nothing: they belong to no subject. */
const GENERIC_WORDS =
  `a an and are as at be by can do does for from get has have how i in into is it its me my of on or our so that the their them they this to us use used using
   we what when where which who why will with you your course courses guide introduction intro basics basic beginner beginners fundamentals learn learning lessons
   master mastering start started starting step understand understanding understood work works working explained simple simply easy everyday practical complete
   first own really about like make makes made know way ways things more better good new people person home day week year
   want would need cant dont wont isnt since whats wheres hows whos thats lets apprendre lernen imparare учиться научиться выучить изучать
   un una unos unas el la los las de del al en y o que como por para con sin su sus mi mis se lo es son curso guia introduccion basico basicos principiantes aprender
   funciona funcionan entender desde cero der das den dem und ein eine einen im zum zur von mit man wie le les des du et une dans il gli e i di per os as um uma и в на о
   что такое как играть говорить jouer spielen spiele jugar giocare suonare jogar parler sprechen hablar parlare falar في من على إلى عن مع هذا كيف ما هو هي تعلم دورة مقدمة أساسيات للمبتدئين
   during among through against between before after over under while behind above below near off out up down upon per via because
   am was were been being had did done if or but not no so too very just then than there here he she him her his hers they i'm im ive id ill youre lot lots much many few some
   any all always never ever still again often every each other another such only even also please thanks thank hello hi hey ok okay tell show give teach find out keep keeps
   son sons daughter daughters husband wife mum mom dad grandma grandpa grandmother grandfather brother sister brothers sisters sisters' uncle aunt friend friends
   am anyone anybody everyone everybody someone somebody nobody something anything everything nothing one ones going gonna wanna should must may might able
   say says saying said explain explained keep getting gets got around
   quiero quisiera necesito aprendo estudiar tocar hacer puedo debo mejor sobre ser hay es muy más ich will möchte lerne mich mir wir sie für anfänger grundlagen kurs mein meine meinen
   besser schreibe schreiben mache machen kann ist sind auf aus ohne nicht je veux voudrais apprends faire comment débutant débutants cours pour avec mon ma mes est sur
   voglio imparo fare principianti corso come mio mia quero fazer iniciantes curso eu мне я хочу изучение изучать курс для начинающих нуля начать основы с по к это
   أريد اريد أن ان أتعلم اتعلم بالعربية جيدا المبتدئين للمبتدئين شرح بسيط أساسيات لي أنا عند دروس درس`
    .split(/\s+/)
    .map((word) => folded(word).trim());
const GENERIC = new Set(GENERIC_WORDS);

/**
 * Names that are also stop words: a country in capitals, or as a topic's first word; a trade in capitals, or before a word that only a
 * trade has.
 */
const SHORT_NAMES = [
  [/(?<![\p{L}\p{N}])U\.?S\.?(?:A\.?)?(?![\p{L}\p{N}])/gu, ' usa '],
  [/^\s*(?:the\s+)?us\s+(?=\p{L})/giu, ' usa '],
  [/(?<![\p{L}\p{N}])IT(?![\p{L}\p{N}])/gu, ' computing '],
  [
    /^\s*it\s+(?=(?:security|support|skills|jobs?|careers?|projects?|services?|departments?|infrastructure|certifications?)(?!\p{L}))/giu,
    ' computing ',
  ],
  // a will that is left behind, not a wish
  [/(?<=(?<!\p{L})(?:a|an|the|my|your|his|her|living|last)\s+)will(?!\p{L})/giu, ' testament '],
] as const;
const hasLowerCase = (text: string): boolean => /\p{Ll}/u.test(text);

/** Writes out a text's short names. In an all-capitals text they cannot be distinguished from stop words. */
const withNames = (text: string): string =>
  SHORT_NAMES.reduce(
    (named, [short, name]) => (hasLowerCase(text) || text.trim().length <= 3 ? named.replaceAll(short, name) : named),
    text,
  );

/** Returns a text in lower case without accents and signs, between blanks. */
export const plain = (text: string): string => folded(withNames(text));

function folded(text: string): string {
  return ` ${text
    .toLowerCase()
    // 'Newton's laws' becomes 'newtons laws', which many people type
    .replaceAll(/(?<=\p{L})['’]s(?!\p{L})/gu, 's')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}+#]+/gu, ' ')
    // '#N/A', unlike 'C#'
    .replaceAll(/(?<=^|\s)#+/gu, '')
    .trim()} `;
}

/** The remainder of an Arabic word whose stem was found. */
export const ARTICLE = /^[وبلكف]?(?:ال|لل)$/u;
export const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Words that ask for a subject or join it to another, in scripts without spaces between words. */
const DENSE_GENERIC = new RegExp(
  plain(
    '想学|我想|学会|弾きたい|話したい|作りたい|学びたい|習いたい|やりたい|できるようになりたい|教えて|배우고|싶어요|싶다|的|是什么|什么|是|怎么|如何|为什么|和|与|入门|基础|学习|とは|なに|何|入門|基礎|の|を|が|に|は|と|ついて|学ぶ|이란|입문|기초|의 |을 |를 |은 |는 |와 |과 ',
  )
    .trim()
    .split(' ')
    .join('|'),
  'gu',
);
export const wordsOf = (said: string): string[] => said.split(' ').filter((word) => word.length > 1 && !GENERIC.has(word));
export const charactersOf = (said: string): string[] => [...said.replaceAll(DENSE_GENERIC, '').replaceAll(' ', '')];

const ARABIC_PREFIX = /^(?:[وبلكف]?(?:ال|لل)|و)(?=\p{L}{3})/u;
const ARABIC_ENDING = /(?<=\p{L}{3})(?:ات|ين|ون|ان|ها|ية|ة|ي|ا)$/u;
const LATIN_ENDING = /(?<=\p{L}{3})(?:ings?|ers?|ed|ies|es|os|as|[ysoae])$/u;
const STEM = { latin: 5, other: 4 } as const;

/** Returns the common beginning of words with the same root: of 'bake', 'baking' and 'baked'; in Arabic without article and preposition. */
export const stemOf = (word: string): string =>
  /^\p{Script=Latin}/u.test(word)
    ? word
        .replace(/(?<=\p{L}{3})s$/u, '')
        .replace(LATIN_ENDING, '')
        .slice(0, STEM.latin)
    : word.replace(ARABIC_PREFIX, '').replace(ARABIC_ENDING, '').slice(0, STEM.other);

/** Returns the stems of a text's subject words. */
export const stemsOf = (text: string): string[] => wordsOf(plain(text)).map(stemOf);
