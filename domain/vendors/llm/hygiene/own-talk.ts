import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { rememberLast } from '#domain/platform/prose/plain-prose.ts';

const OUR_NAMES = [
  ...Object.keys(courseFormSchema.shape).filter((key) => key.includes('_')),
  'course_size',
  'lesson_words',
  'lessons_per_module',
  'lesson_text',
  'practice_text',
  'data_rules',
  'reader_rules',
  'source_rules',
  'author_rules',
  'teaching_rules',
  'key_takeaways',
  'correct_options',
  'question_answers',
  'citation_verdicts',
  'passage_id',
];
/** Names of our prompts' fields. */
export const OUR_NAME = new RegExp(`(?<![\\w-])(?:${OUR_NAMES.join('|')})(?![\\w-])`);
export const OUR_TAG =
  /<\/?(?:brief|outline|research|lesson|lesson_text|practice|practice_text|findings|problems|instruction|passages|contents|citations|earlier|kept)>/i;
/** Markers of a model's thoughts, on a line by themselves or within one. An escaped tag was meant to be shown. */
export const THINKING =
  /(?<!\\)<\/?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|seed:think)>|\[\/?THINK\]|◁\/?think▷|<\|(?:channel|message|start|end|return|constrain)\|>/i;
/** A model that talks about itself, or refuses in the middle of a text, in the languages of courses. */
const ABOUT_ITSELF = [
  /\bas an? (?:AI|artificial intelligence)(?: language model| assistant| model)?,? I\b/i,
  /\bas a (?:large )?language model\b(?! (?!I\b)\w)/i,
  /^[ \t]*(?:sure|certainly|of course|absolutely)[!,.] here(?:’s|'s| is| are) (?:the|your|a) (?:\w+ ){0,2}(?:lesson|quiz|questions|course|outline|exercises)\b/im,
  /\(word count: ?\d+\)/i,
  /\bI(?:’m| am|'m) an AI (?:language model|assistant|model)/i,
  /\bcomo (?:un )?modelo de (?:lenguaje|linguagem|IA)\b/i,
  /\ben tant que mod[èe]le (?:de langage|d[’']IA)\b/i,
  /\bals (?:KI-|großes )?Sprachmodell\b/i,
  /\bcome modello (?:linguistico|di linguaggio)\b/i,
  /как (?:языковая модель|ИИ-модель|искусственный интеллект, я)/i,
  /(?:作为|身为)一?个?(?:AI|人工智能|大?型?语言模型)/,
  /(?:AI|人工知能)(?:言語モデル|アシスタント)として/,
  /(?:AI|인공지능) ?(?:언어 ?모델|어시스턴트)(?:로서|입니다)/,
  /(?:كنموذج|بصفتي نموذج) ?(?:لغوي|ذكاء)/,
  /(?:एक )?(?:एआई|AI) भाषा मॉडल के (?:रूप|तौर)/,
];

/** A refusal in the middle of a text. A text may teach how to refuse: cards and the like are judged by `isRefusal`. */
const REFUSES = [
  /\bI(?:’m| am|'m) (?:sorry, but I|unable to (?:help|assist|comply|fulfil))/i,
  /\bI (?:cannot|can’t|can't) (?:help|assist|comply|fulfil|continue) with (?:this|that|your)\b/i,
];
/** Words in which a lesson calls its author a machine. */
export const OF_A_MACHINE: readonly RegExp[] = [...ABOUT_ITSELF, ...REFUSES];

/** How models apologise or agree, in the languages of courses. */
const COURTESY =
  '(?:i apologi[sz]e|my apologies|apologies|sorry|sure(?: thing)?|certainly|of course|absolutely|okay|great|got it|¡?claro|por supuesto|lo siento|bien sûr|certainement|désolée?|natürlich|gerne|klar|entschuldigung|certo|certamente|scusa|mi scuso|com certeza|desculpe|конечно|извините|好的|当然|抱歉|もちろん(?:です)?|承知しました|물론(?:입니다)?|بالتأكيد|بالطبع|ज़रूर|बिल्कुल)';
/** How models hand over the requested text. */
const HERE =
  "(?:here(?:[’']s| is| are)|below is|aquí (?:tienes?|está)|aqui está|voici|hier (?:ist|sind|kommt)|ecco|вот|这是|以下是|以下は|こちらが|다음은|إليك|यहाँ)";
/** What models call that text, in the languages of courses; it may itself begin with 'Here is the rule:'. */
const ASKED_FOR =
  '(?:lesson|answer|response|reply|feedback|explanation of your|translation|(?:corrected|revised|rewritten|improved|updated|requested)\\b|lección|respuesta|traducción|corregid|revisad|leçon|réponse|traduction|corrigé|révisé|lektion|antwort|rückmeldung|übersetzung|korrigiert|überarbeitet|lezione|risposta|traduzione|corrett|rivist|lição|aula|resposta|tradução|corrigid|revist|урок|ответ|перевод|исправленн|课程|课文|答案|回答|译文|翻译|修改后|修正|レッスン|答え|翻訳|강의|수업|답변|번역|수정|الدرس|الإجابة|الجواب|الترجمة|المصحح|المعدل|पाठ|उत्तर|अनुवाद)';
/** What else may be handed over after a courtesy: without one, 'Here is the text' may be a lesson's own words. */
const TEXT =
  '(?:text|texto|texte|testo|текст|文本|文字|テキスト|文章|텍스트|글|النص|पाठ्य|version\\b|versión|versão|quiz|questions|outline|exercises)';
/** An opening that judges an answer or denies: 'Certainly not. Here is the answer:' hands nothing over. */
const VERDICT =
  '(?<![\\p{L}])(?:not|no|non|nicht|nein|kein|pas|não|не|нет|right|wrong|correct|incorrect|true|false|richtig|falsch|correcto|correcta|incorrecto|juste|faux|exact|giusto|sbagliato|certo|errado|правильно|неправильно|верно|неверно)(?![\\p{L}])|不|对的|正确|错|正し|違い|아니|맞|틀|ليس|صحيح|خطأ|नहीं|सही|गलत';
/** A first paragraph that only hands over what follows: a courtesy first, or the words of the request. */
const PREFACE = new RegExp(
  `^\\s*(?:(?:${COURTESY}(?![\\p{L}])(?:(?!${VERDICT})[^\\n:]){0,80}?[.!,:。！，、]\\s*)+${HERE}[^\\n:：]{0,40}?(?:${ASKED_FOR}|${TEXT})[^\\n:：]{0,60}|${HERE}[^\\n:：]{0,40}?${ASKED_FOR}[^\\n:：]{0,60}|[^\\n:：.]{0,20}${ASKED_FOR}[^\\n:：.]{0,12}(?:は次|如下|是这样|كما يلي|इस प्रकार|다음과))[^\\n:：]{0,30}[:.!：。][*_]*\\s*\\n+`,
  'iu',
);
/** A label before the text: 'Answer: …', '**Réponse :** …'. */
const LABEL =
  /^\s*[*_]{0,3}(?:(?:final|corrected|revised|my|your|model) )?(?:answer|response|reply|feedback|lesson(?: text)?|translation|respuesta|comentarios?|lección|traducción|réponse|commentaire|leçon|traduction|antwort|rückmeldung|lektion|übersetzung|risposta|lezione|traduzione|resposta|lição|tradução|ответ|отзыв|урок|перевод|回答|答案|反馈|课文|译文|翻译|答え|フィードバック|訳文|翻訳|답변|피드백|번역|الإجابة|الجواب|الرد|الدرس|الترجمة|उत्तर|प्रतिक्रिया|पाठ|अनुवाद)[*_]{0,3}\s?(?::[*_]{0,3}\s+|：[*_]{0,3}\s*)/iu;
/** Fields that are the whole of a request; elsewhere 'Feedback: what comes back' explains a term. */
export const LABELLED: ReadonlySet<string> = new Set(['content', 'answer', 'feedback', 'reason', 'instructions']);
/** A last paragraph that offers more. Matches only spaces of its line: many empty lines would be rescanned for each of them. */
const OFFER =
  /\n[ \t]*(?:please )?(?:let me know if|feel free to (?:ask|let me know)|i hope (?:this|that) helps|if you(?:[’']d| would) like me to|espero que (?:esto|isso|te|le|lhe)|si necesitas (?:algo )?más|j[’']espère que (?:cela|ça|cette)|n[’']hésite[sz]? pas à|ich hoffe,? (?:das|dies|diese)|lass(?:en sie)? (?:es )?mich wissen|spero che (?:questo|questa|ti)|fammi sapere|avise-me|надеюсь,? (?:это|этот)|дайте (?:мне )?знать|希望这(?:个|些)?|希望对你|希望對你|如果你?还?有(?:任何|其他)|お役に立て|ご質問があれば|도움이 되(?:었|셨|길)|궁금한 점이|أتمنى أن|آمل أن|لا تتردد|आशा है कि यह|यदि आपको और)(?![a-z])[^\n]{0,160}\s*$/iu;

/**
 * Returns a text without the words with which a model hands it over, labels it, and offers more after it; unchanged if nothing else would
 * be left.
 * @param name of its field
 * @param isTitle tells whether a line is a title that is already above the text
 */
export function withoutTalk(text: string, name = '', isTitle: (line: string) => boolean = () => false): string {
  const handed = text.replace(PREFACE, '');
  const said = (LABELLED.has(name) ? handed.replace(LABEL, '') : handed).replace(OFFER, '').trimEnd();
  const own = withoutTitle(said, isTitle);
  return own.trim() === '' || own === text.trimEnd() ? text : own;
}

const TITLE_LINE = /^\s*(?:#{1,6}[ \t]+([^\n]+?)[ \t#]*|([^\n]+)\n[ \t]*={3,}[ \t]*|\*\*([^\n*]+)\*\*)[ \t]*\n+/;

function withoutTitle(text: string, isTitle: (line: string) => boolean): string {
  const [line, ...said] = TITLE_LINE.exec(text) ?? [];
  const heading = said.find((one) => one !== undefined);
  return line !== undefined && isTitle(heading!) ? text.slice(line.length) : text;
}

/**
 * Shows that a text is about language models, where their marks and phrases are part of the lesson. 'Ai' is a French and an Italian word.
 */
const ABBREVIATED = /(?<![\p{L}\p{N}’'])(?:AI|A\.I\.|IA|KI|ИИ|LLMs?|GPT(?:-?\d\w*)?)(?![\p{L}\p{N}])/u;
const OF_MODELS =
  /(?:artificial intelligence|language models?|machine learning|deep ?learning|neural net\w*|chat ?gpt|chat ?bots?|deepseek|prompt engineering|inteligencia artificial|inteligência artificial|intelligence artificielle|intelligenza artificiale|künstliche\w* intelligenz|sprachmodell\w*|modelos? de (?:lenguaje|linguagem)|mod[èe]les? de langage|modell[io] linguistic[io]|искусственн\p{L}+ интеллект\p{L}*|языков\p{L}+ модел\p{L}+|人工智能|语言模型|人工知能|言語モデル|인공지능|언어 ?모델|الذكاء الاصطناعي|نموذج لغوي|कृत्रिम बुद्धिमत्ता|भाषा मॉडल)/iu;
const isOfModels = rememberLast((about: string): boolean => ABBREVIATED.test(about) || OF_MODELS.test(about));
/** Text in quotation marks, on one line. */
const IN_QUOTES =
  /“[^“”\n]{1,300}”|„[^„“”\n]{1,300}[“”]|«[^«»\n]{1,300}»|»[^«»\n]{1,300}«|「[^「」\n]{1,300}」|『[^『』\n]{1,300}』|(?<![\p{L}\p{N}"])"(?!\s)[^"\n]{1,300}"(?![\p{L}\p{N}])/gu;
/** Marks of thoughts that a sentence mentions: 'between <think> and </think>'. */
const NAMED_MARK = new RegExp(`(?<=[\\p{L}\\p{M},、，]\\s?)(?:${THINKING.source})`, 'giu');
/** A subject that talks about itself rather than about models. */
const FIRST_PERSON = /\b(?:I|my|we|here|count)\b/i;
/** Tells whether words about models are attributed to another speaker, or to none. */
const isOfOthers = (words: string, at: number, text: string): boolean =>
  /[:：]\s?$/.test(text.slice(Math.max(0, at - 2), at)) || !FIRST_PERSON.test(text.slice(at, at + words.length + ', my'.length));

/**
 * Returns a text without quoted words: those in quotation marks, unless there is nothing else; in a text about models, also marks within a
 * sentence, and words attributed to models.
 * @param about the text's topic: the course form or the whole prompt
 */
export function withoutMentions(text: string, about: string): string {
  const unquoted = text.replaceAll(IN_QUOTES, ' ');
  const said = /[\p{L}\p{N}]/u.test(unquoted) ? unquoted : text;
  if (!isOfModels(about)) return said;
  const named = said.replaceAll(NAMED_MARK, ' ');
  return ABOUT_ITSELF.reduce(
    (left, { source, flags }) =>
      left.replaceAll(new RegExp(source, `${flags}g`), (words: string, at: number) => (isOfOthers(words, at, left) ? ' ' : words)),
    named,
  );
}

/** Tells whether a text contains a model's thoughts or their marks. @param text without code */
export const thinksAloud = (text: string): boolean => THINKING.test(text);

/**
 * Tells whether a text calls its author a machine, or mentions our prompt. A learner's words of this kind may be quoted: in the prompt
 * their `<` is escaped, and their words are not keys.
 * @param text without code
 */
export function tellsOfItself(text: string, prompt: string): boolean {
  const isLearners = (match: string | undefined) =>
    match === undefined ||
    (prompt.includes(match.replaceAll('<', '\\u003c')) && (match.includes('<') || new RegExp(`${match}(?!":)`).test(prompt)));
  if ([OUR_TAG, OUR_NAME].some((ours) => !isLearners(ours.exec(text)?.[0]))) return true;
  const said = withoutMentions(text, prompt);
  return ABOUT_ITSELF.some((pattern) => pattern.test(said));
}
