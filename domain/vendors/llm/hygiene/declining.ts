import { LANGUAGES } from './declining-words.ts';

/**
 * Longer texts with such an opening go on to something else: beyond one sentence, the words of a refusal may be quoted. Longer answers
 * without a document are malformed texts.
 */
const LONGEST = { sentence: 120, text: 600, answer: 800 } as const;

/** A refusal continues with its author, the request or another topic: 'but I can', 'but if you'. */
const OF_ITSELF =
  "i[’']|me\\b|my\\b|you\\b|your\\b|if\\b|please|feel free|let[’' ]|here|gerne?\\b|du\\b|sie\\b|wenn\\b|bitte|si\\b|con gusto|j[’']|vous\\b|n[’']hésite|se\\b|estou|если|давайте|вы\\s|您|你|如果|可以|请|もし|يمكن|إذا|यदि|अगर|आप";
const I =
  '(?:(?<![\\p{L}\\p{M}])(?:i|we|ich|wir|je|nous|puedo|podemos|posso|possiamo|eu|я|мы|могу|можем|أنا|मैं)(?![\\p{L}\\p{M}])|我|私|제가)';
/**
 * 'I cannot write it without the mass, but with m = 4 kg it is 39 N. So …' and 'I cannot help with this is what a clerk says' are not
 * refusals.
 */
const SAYS_MORE = [
  new RegExp(
    `^[^.!?。！？।؟\\n]*?[,，،、;]\\s*(?:(?:but|yet|aber|doch|pero|mais|ma|mas|porém|но|а|하지만|لكن|ولكن|लेकिन|पर)(?![\\p{L}\\p{M}])|但是?|不过)\\s*(?!\\s|${OF_ITSELF}|[^.!?。！？।؟\\n]*?${I})(?:[^.!?。！？।؟\\n]|[.](?=\\d))*\\d(?:[^.!?。！？।؟\\n]|[.](?=\\d))*[.!?。！？।؟]`,
    'iu',
  ),
  /^[^.!?\n]*?\b(?:that|this|it|you|your \w+|request|helfen|ayudar|eso|cela|ça|aider|aiutarti|ajudar|isso)[”"’'»“]*,?\s+(?:is|was|are|ist|war|sagt|es|era|est|c[’']est|è|é)\s+(?:what|how|a|an|the|one|something|was|ein|eine|der|die|das|lo que|una?|la|el|ce que|une|la|quello|ciò|o que|uma?)\b/iu,
];
/** A filter's message stands alone; an explanation of how to turn a filter off goes on to other things. */
const OF_A_FILTER =
  /^[\s"“”«»*_#>-]{0,6}(?:(?:this|that|your|the) )?(?:request|response|prompt|content|output)\b[^.!?\n]{0,160}[.!?]\s+(?=\S)/i;
const FILTERS_TALK =
  /\b(?:please|try again|sorry|rephrase|different|request|prompt|response|content|violat\w+|guideline\w*|safety|harm\w*|polic\w+|support|i|we|you[’']?(?:re)?|my|our)\b/i;

/** Tells whether a text with the opening of a refusal says something all the same. */
function saysMore(text: string): boolean {
  const advice = text.slice(OF_A_FILTER.exec(text)?.[0].length ?? text.length);
  return SAYS_MORE.some((pattern) => pattern.test(text)) || (advice !== '' && !FILTERS_TALK.test(advice));
}

/** The opening of a refusing sentence, up to the task it refuses. */
const REGRET =
  "(?:(?:(?:i[’']m|i am) (?:\\S+ )?sorry|sorry|apologies|unfortunately|i[’']m afraid|no|infelizmente|desculpe|lo siento|lamentablemente|désolée?|malheureusement|leider|tut mir leid|purtroppo|mi dispiace|извините|к сожалению|niestety|bohužel|helaas|tyvärr|dessverre|beklager|desværre|valitettavasti|sajnos|ho sento|din păcate|maaf|mohon maaf|rất tiếc|maalesef|üzgünüm|抱歉|对不起|對不起|申し訳(?:ありません|ございません)(?:が)?|죄송하지만|죄송합니다만|عذر[اًا]+|खेद है)[,.，、،]?\\s*(?:(?:but|pero|mas|mais|aber|ma|но|ale|maar|men|mutta|de|però|dar|tapi)\\s)?(?:that )?)?";
/** A refusal has no condition and no continuation; ordinary sentences may. */
const CONDITION =
  /[,;:，；：]|\b(?:is|was|said|says|without|unless|until|if|because|when|while|today|tonight|tomorrow|ohne|wenn|weil|bis|sin|si|hasta|porque|sans|jusqu|parce|sem|até|senza|finché|perché)(?![\p{L}])|без|если|пока/iu;
/** An author that asks for the material, or greets, has not read it. */
const ASKS_BACK =
  /^(?:(?:hello|hi|hey|sure|of course|certainly|great)[^.!?,]{0,20}[.!,] )?(?:(?:please|could you(?: please)?|can you(?: please)?) (?:provide|share|paste|send|give)(?: me)?(?: with)? (?:the|your|more|some) (?:\w+ )?(?:text|lesson|content|document|passage|topic|details|information|message|file|article|transcript)\b(?:[^.]{0,20}\b(?:i can|you(?:[’']d| would) like|you want|me to)\b.*|[.…?!]*$)|(?:how|what) (?:can|may|could) i (?:help|assist|do for) you(?: with)?(?: today)?\?*$)/i;
/** What surrounds a text without being part of it: signs, brackets, 'Note:'. */
const BEFORE =
  /^[\s\p{P}\p{S}\p{Cf}\ufe0f]+|^(?:note|answer|response|assistant|hinweis|antwort|nota|respuesta|resposta|remarque|réponse)\s?[:：]/iu;
const AFTER = /[\s\p{P}\p{S}\ufe0f]+$/u;

const SENTENCE = new RegExp(`^${REGRET}(?:${LANGUAGES.flatMap(({ sentences = [] }) => sentences).join('|')})(?<rest>.{0,60})$`, 'iu');

function bare(text: string): string {
  let said = text.trim();
  for (let before = ''; before !== said;) [before, said] = [said, said.replace(BEFORE, '')];
  return said;
}

/** Tells whether a text only refuses the task, or asks what to do. */
function declinesShortly(text: string): boolean {
  if (text.length > LONGEST.sentence) return false;
  const said = bare(text);
  if (ASKS_BACK.test(said)) return true;
  const rest = SENTENCE.exec(said.replace(AFTER, ''))?.groups?.['rest'];
  return rest !== undefined && !CONDITION.test(rest);
}

/**
 * Tells whether a text declines and says nothing else. This one rule serves texts of answers, translations, and answers that are not
 * documents. A text quoted from the prompt may read like this (`clean-answer.ts`, `check-translation.ts`).
 */
export const isRefusal = (text: string): boolean =>
  text.length <= LONGEST.text &&
  !saysMore(text) &&
  (declinesShortly(text) || LANGUAGES.some((language) => language.begins.some((pattern) => pattern.test(text))));

/** Tells whether an answer without JSON declines in plain words, so that asking the same service again is pointless. */
export function isDeclined(answer: string): boolean {
  const said = answer.trim();
  const isWords = said.length > 0 && said.length <= LONGEST.answer && !said.includes('{');
  return isWords && (isRefusal(said) || LANGUAGES.some(({ says }) => says?.test(said)));
}
