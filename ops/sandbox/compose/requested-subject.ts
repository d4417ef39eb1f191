import { clean } from './brief.ts';

const LONGEST = 80;
const END = '([^.!?;:\\n。！？؛]+)';
const cue = (before: string): RegExp => new RegExp(`(?<!\\p{L})(?:${before})\\s+${END}`, 'iu');

/** What stands before the subject of a wish; the last ones of each language take whatever a verb is followed by. */
const CUES: readonly RegExp[] = [
  cue(
    '(?:examples?|cases?|stor(?:y|ies)|situations?|scenes?|table|overview|list|comparison|details?|sections?|paragraphs?)\\s+(?:taken\\s+)?(?:from|about|of|on|in|with|for)',
  ),
  cue('(?:more|something|write|talk|tell me|say more|speak|focus)\\s+(?:about|on)'),
  cue(
    'mention|include|add|use|bring in|explain|describe|show|compare|(?:relate|connect|apply) (?:it |this )?(?:to|with)|set (?:it |this )?in',
  ),
  cue(
    '(?:ejemplos?|casos?|historias?|situaciones|escenas?|tabla|cuadro|lista|detalles?|m[aá]s|algo|habla|escribe|cuenta)\\s+(?:tomados\\s+)?(?:de|sobre|en|con|para|acerca de|(?=del\\s))',
  ),
  cue('menciona|incluye|añade|agrega|usa|utiliza|explica|describe|muestra|compara|relaci[oó]nalo con|apl[ií]calo a|c[eé]ntrate en'),
  cue('(?:beispiele?n?|fälle|tabelle|übersicht|geschichten?|mehr|etwas)\\s+(?:aus|über|von|vom|zu|zum|zur|mit|für)'),
  cue('(?:exemples?|cas|tableau|histoires?|plus)\\s+(?:tirés\\s+)?(?:de|du|des|sur|avec)'),
  cue('(?:esempi|esempio|casi|tabella|storie|più)\\s+(?:di|del|della|dal|dalla|su|sul|sulla|con|da)'),
  cue('(?:exemplos?|casos?|tabela|histórias?|mais)\\s+(?:de|do|da|dos|das|sobre|com)'),
  cue('(?:пример\\p{L}*|случа\\p{L}*|таблиц\\p{L}*|истори\\p{L}*|больше|подробнее)\\s+(?:из|про|о|об|с|для|на)'),
  /(?:关于|来自|用|加入|以)(.{2,40}?)的?(?:例子|案例|表格|内容|故事)/u,
  /(.{2,40}?)(?:の|について|に関する|を使った)(?:例|表|事例|話)/u,
  /(.{2,40}?)(?:의|에 대한|에 관한)\s*(?:예|사례|표|이야기)/u,
  cue('(?:أمثلة|مثال|جدول|قصص|المزيد)\\s+(?:من|عن|حول)'),
  /(.{2,40}?)\s+(?:के|से|की|का|पर)\s+(?:बारे में\s+)?(?:उदाहरण|तालिका|कहानी)/u,
];
/** Failing those: words in quotation marks, or a name. */
const NAMED: readonly RegExp[] = [
  /[“"«„「]([^”"»“」]{2,60})[”"»“」]/u,
  /(?<=\p{L}\s)((?:\p{Lu}\p{Ll}{2,}\s?(?:(?:of|de|del|la|von)\s)?)+)/u,
];

/** A wish that is about anything but the text of the lesson has no subject. */
const NOT_THE_TEXT = new RegExp(
  [
    'ignor|disregard|instruction|(all|these|the|your) rules|prompt|system|password|secret|reveal|you are|act as|pretend|(answer|respond|reply) (with|only|in)|\\bjson|schema|delete|https?:|</?\\w+>',
    'olvida|instruccion|reglas|responde|contraseña|vergiss|anweisung|antworte|oublie|règles|répond|dimentica|istruzion|rispond|esque[cç]|instruç|respond',
    'забудь|инструкц|ответь|忽略|指令|無視|指示|무시|지시|تجاهل|تعليمات|निर्देश|अनदेखा',
  ].join('|'),
  'i',
);
/** Where the subject ends and the sentence goes on. */
const GOES_ON =
  /\s*(?:,\s|\s(?:so that|because|and (?:make|keep|use|write|explain|then|add|give)|but|instead|rather|please|while|without|para que|porque|y (?:haz|usa|escribe|explica|añade)|pero|por favor|bitte|damit|und mach)(?!\p{L})).*$/iu;
/** Words about texts: a wish made of nothing else speaks of the telling alone. */
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
 * What a reader's wish wants in the text: 'Use examples from the harbour of Valparaíso' is about 'the harbour of Valparaíso'. Empty when
 * the wish speaks of the telling alone, or of something else than the lesson's text.
 */
export function requestedSubject(instruction: string): string {
  if (NOT_THE_TEXT.test(instruction)) return '';
  for (const pattern of [...CUES, ...NAMED]) {
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
