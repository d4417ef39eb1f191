import { QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import type { QuizDocument } from '#domain/generation/prompts/documents.ts';
import { tokensOf } from '#domain/platform/prose/plain-prose.ts';
import { sameText } from '#domain/generation/checks/same-text.ts';

type Question = Omit<QuizDocument['questions'][number], 'purpose' | 'after' | 'feedback'>;

/** More options make no sensible choice. */
const MOST_OPTIONS = 6;
/** Options are shuffled, so no text may refer to their positions. */
const BY_PLACE = [
  // a capital only: 'answer a survey' is ordinary English
  /\b(?:[Oo]ptions?|[Aa]nswers?|[Cc]hoices?|[Rr]éponse|[Aa]ntwort|[Oo]pción|[Oo]pção|[Oo]pzione) [A-D]\b/,
  /\b(?:all|none|both|any|neither) of the (?:above|below|other)\b|\boptions? (?:[1-4]|one|two|three|four)\b|^\(?[A-D][).:]\s/i,
  /\b(?:first|second|third|fourth|last) (?:option|choice)\b|^(?:both |either |neither )[A-D] (?:and|or|nor) [A-D]\b|^(?:all|none|both) of (?:these|them)\.?$/i,
  /\b(?:primera|segunda|tercera|cuarta|última|primeira|terceira|quarta) (?:opción|opção|respuesta|resposta)\b|\b(?:première|deuxième|troisième|quatrième|dernière) (?:option|réponse)\b|\b(?:erste|zweite|dritte|vierte|letzte) (?:Option|Antwort)\b|\b(?:prima|seconda|terza|quarta|ultima) (?:opzione|risposta)\b/i,
  /\b(?:todas|ninguna|todos|nenhuma|nenhum|ambas) (?:las|de las|los|as|os|das) (?:anteriores|opciones|opções)\b|\b(?:opción|opção|opzione) [1-4]\b/i,
  /\b(?:toutes|aucune) (?:les|des) réponses\b|\b(?:alle|keine) der (?:genannten|obigen)\b|\btutte le precedenti\b/i,
  /все (?:вышеперечисленные|перечисленное)|(?:以上|上述)(?:都|皆|全部|均)|選択肢[A-DＡ-Ｄ]|选项[A-D]|上記のすべて|위의 모두|보기 [A-D1-4]|جميع ما سبق|उपरोक्त सभी/,
];

/**
 * A single letter called right or wrong: 'B is wrong because', 'C es incorrecta', 'Вариант Б'. A lesson may have a point or a set A in it.
 */
const BY_LETTER = [
  /(?:^|[.!?;:]\s+)\(?[A-D]\)? (?:is|was|would be|looks|seems|es|sería|est|serait|ist|wäre|è|sarebbe|é|seria|—|–|-) ?(?:the |la |le |el |die |der |das |a |o )?(?:not |no |nicht |non |não |pas )?(?:in?correct|wrong|right|false|true|tempting|plausible|falsch|richtig|korrekt|fau(?:x|sse)|juste|errad[ao]|incorret[ao]|corret[ao]|errat[ao]|sbagliat[ao]|giust[ao]|fals[ao]|incorrect[ae]|correct[ae])/,
  /(?<!\p{L})(?:[Вв]ариант|[Оо]твет)(?:а|е|у|ом)? [А-ГA-D](?![\p{L}\p{N}])|(?:الخيار|الإجابة) (?:[أبجد]|[A-D])(?![\p{L}\p{M}])|विकल्प [A-Dकखगघ](?![\p{L}\p{M}])|[A-DＡ-Ｄ] ?(?:选项|項目)|(?:[Rr]espuesta|[Rr]esposta|[Rr]isposta|[Aa]lternativa|[Vv]erdadero:) [A-D](?![\p{L}\p{N}])|(?:선택지|답) ?[A-D](?![A-Za-z])/u,
];

/** Tells whether a text names options by letters or positions: they are shuffled, so it would refer to others. */
export const namesPlaces = (text: string): boolean => [...BY_PLACE, ...BY_LETTER].some((pattern) => pattern.test(text.trim()));

/** If the explanation contains this share of an option's words, it is about that option; with at most the lower share it is not. */
const SPOKEN_OF = { surely: 0.8, hardly: 0.2 };
/** Shorter words occur in every explanation by chance, except in scripts where one character is a word. */
const WORD_LETTERS = 4;
const FEWEST_WORDS = 2;

/**
 * Tells whether a question is usable: a key as its kind requires, distinct options, nothing about positions, an explanation that matches
 * the key. A text answer has a rubric instead.
 */
export function isUsableQuestion(question: Question): boolean {
  if (question.question.trim().length <= 8 || question.explanation.trim().length <= 8) return false;
  if (question.kind === 'short')
    return question.options.length === 0 && question.rubric.length >= 1 && question.rubric.length <= QUIZ_LIMITS.points;
  const options = question.options.map(sameText).filter(Boolean);
  return (
    options.length === question.options.length &&
    new Set(options).size === options.length &&
    hasKey(question) &&
    ![...question.options, question.explanation].some((text) => BY_PLACE.some((pattern) => pattern.test(text))) &&
    (question.kind !== 'single' || explanationAgrees(question))
  );
}

/** Tells whether the numbers of options and of right ones fit the kind of the question. */
function hasKey({ kind, options, correct_options: key }: Question): boolean {
  const isIn = key.every((index) => index >= 0 && index < options.length) && new Set(key).size === key.length;
  const isChoice = options.length >= 3 && options.length <= MOST_OPTIONS;
  if (!isIn) return false;
  if (kind === 'true_false') return options.length === 2 && key.length === 1;
  if (kind === 'multiple') return isChoice && key.length >= 1;
  if (kind === 'order') return isChoice && key.length === options.length;
  return isChoice && key.length === 1;
}

/**
 * Tells whether the explanation may match the key. It does not if it is clearly about another option and hardly about the key, or states
 * that another option is right. Subtler contradictions are left to the check.
 */
function explanationAgrees({ options, correct_options: [right], explanation }: Question): boolean {
  const explained = sameText(explanation);
  const words = new Set(tokensOf(explanation));
  const share = (option: string) => {
    const own = [...new Set(tokensOf(option))].filter((word) => word.length >= WORD_LETTERS || /\p{Script=Han}/u.test(word));
    return own.length < FEWEST_WORDS ? null : own.filter((word) => words.has(word)).length / own.length;
  };
  const key = options[right!]!;
  const claims = (option: string) =>
    /^(?:the )?(?:right|correct) (?:answer|option) is:? ["“«]?/.test(explained) &&
    explained.replace(/^(?:the )?(?:right|correct) (?:answer|option) is:? ["“«]?/, '').startsWith(sameText(option));
  const keyShare = share(key);
  return options.every((option, index) => {
    if (index === right) return true;
    if (claims(option) && !claims(key)) return false;
    const other = share(option);
    return other === null || keyShare === null || other < SPOKEN_OF.surely || keyShare > SPOKEN_OF.hardly;
  });
}
