import { allBooks } from '../language/read-book.ts';
import { clean } from './brief.ts';

const LONGEST = 80;
/** Fallback where no pattern of a language matches: quoted words, or a name. */
const NAMED: readonly RegExp[] = [
  /[“"«„「]([^”"»“」]{2,60})[”"»“」]/u,
  /(?<=\p{L}\s)((?:\p{Lu}\p{Ll}{2,}\s?(?:(?:of|de|del|la|von)\s)?)+)/u,
];

/** A request about anything but the lesson's text has no subject. */
const NOT_THE_TEXT = new RegExp(
  [
    'ignor|disregard|instruction|(all|these|the|your) rules|prompt|system|password|secret|reveal|you are|act as|pretend|(answer|respond|reply) (with|only|in)|\\bjson|schema|delete|https?:|</?\\w+>',
    'olvida|instruccion|reglas|responde|contraseña|vergiss|anweisung|antworte|oublie|règles|répond|dimentica|istruzion|rispond|esque[cç]|instruç|respond',
    'забудь|инструкц|ответь|忽略|指令|無視|指示|무시|지시|تجاهل|تعليمات|निर्देश|अनदेखा',
  ].join('|'),
  'i',
);
/** Where the subject ends and the sentence continues. */
const GOES_ON =
  /\s*(?:,\s|\s(?:so that|because|and (?:make|keep|use|write|explain|then|add|give)|but|instead|rather|please|while|without|para que|porque|y (?:haz|usa|escribe|explica|añade)|pero|por favor|bitte|damit|und mach)(?!\p{L})).*$/iu;
/** Words about texts: a wish that consists only of them concerns the style alone. */
const OF_TEXTS = new RegExp(
  `^(?:${[
    'a|an|the|some|any|few|fewer|less|more|much|many|other|others|another|different|better|good|new|simple|simpler|easy|easier|plain|plainer|short|shorter|long|longer|clear|clearer|concrete|practical',
    'everyday|it|this|that|them|to|of|in|with|for|and|at|end|beginning|each|every|words?|terms?|language|sentences?|examples?|steps?|tables?|lists?|checklists?|details?|text|lessons?|paragraphs?|sections?|tone',
    'order|overview|stor(?:y|ies)|questions?|figures|numbers|data|headings?|points?|me|us|about|real|life',
    'un|una|unos|unas|el|la|los|las|otros?|otras?|más|menos|mejores|palabras?|sencillas?|sencillos?|fáciles|claras?|ejemplos?|pasos|tabla|lista|texto|lección|de|con|en|y|lo',
  ].join('|')})$`,
  'iu',
);

/**
 * Extracts the subject of a reader's wish: 'Use examples from the harbour of Valparaíso' yields 'the harbour of Valparaíso'. Empty when the wish
 * concerns only the style, or something other than the lesson's text.
 */
export function requestedSubject(instruction: string): string {
  if (NOT_THE_TEXT.test(instruction)) return '';
  for (const pattern of [...allBooks().flatMap(({ requests }) => requests), ...NAMED]) {
    const subject = tidy(pattern.exec(instruction)?.[1] ?? '');
    if (subject !== '') return subject;
  }
  return '';
}

function tidy(found: string): string {
  const text = clean(found.replace(GOES_ON, ''), LONGEST)
    .replace(/^del\s+/i, 'el ')
    .replace(/^(?:examples?|ejemplos?)\s+/i, '')
    .replace(/(?<!\p{L})(?:my|our)(?!\p{L})/giu, 'your')
    .replace(/(?<!\p{L})mi(s?)(?!\p{L})/giu, 'tu$1');
  const words = text.split(/\s+/).filter((word) => !OF_TEXTS.test(word));
  return words.length === 0 || !/\p{L}/u.test(text) ? '' : text;
}
