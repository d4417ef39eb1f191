import { courseFormSchema } from '#contract/generation/course-form.contract.ts';

const OUR_NAMES = [
  ...Object.keys(courseFormSchema.shape).filter((key) => key.includes('_')),
  'course_size',
  'lesson_words',
  'lessons_per_module',
  'lesson_text',
  'practice_text',
  'data_rules',
  'writing_rules',
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
/** What marks a model's thoughts, on a line of its own or within one. An escaped tag was meant to be shown. */
export const THINKING =
  /(?<!\\)<\/?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|seed:think)>|\[\/?THINK\]|◁\/?think▷|<\|(?:channel|message|start|end|return|constrain)\|>/i;
/** A model that speaks of itself, or refuses in the middle of a text, in the languages of courses. */
const ABOUT_ITSELF = [
  /\bas an? (?:AI|artificial intelligence)(?: language model| assistant| model)?,? I\b/i,
  /\bas a (?:large )?language model\b/i,
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

/** A refusal in the middle of a text. A text may teach how to say one: of cards and the like `isRefusal` decides. */
const REFUSES = [
  /\bI(?:’m| am|'m) (?:sorry, but I|unable to (?:help|assist|comply|fulfil))/i,
  /\bI (?:cannot|can’t|can't) (?:help|assist|comply|fulfil|continue) with (?:this|that|your)\b/i,
];
/** What a lesson says of its author as a machine. */
export const OF_A_MACHINE: readonly RegExp[] = [...ABOUT_ITSELF, ...REFUSES];

/** How models are sorry or willing, in the languages of courses. */
const COURTESY =
  '(?:i apologi[sz]e|my apologies|apologies|sorry|sure(?: thing)?|certainly|of course|absolutely|okay|great|got it|¡?claro|por supuesto|lo siento|bien sûr|certainement|désolée?|natürlich|gerne|klar|entschuldigung|certo|certamente|scusa|mi scuso|com certeza|desculpe|конечно|извините|好的|当然|抱歉|もちろん(?:です)?|承知しました|물론(?:입니다)?|بالتأكيد|بالطبع|ज़रूर|बिल्कुल)';
/** How they hand over what was asked for. */
const HERE =
  "(?:here(?:[’']s| is| are)|below is|aquí (?:tienes?|está)|aqui está|voici|hier (?:ist|sind|kommt)|ecco|вот|这是|以下是|以下は|こちらが|다음은|إليك|यहाँ)";
/** A first paragraph that only hands over what follows: courtesy first, or the words of an order. */
const PREFACE = new RegExp(`^\\s*(?:${COURTESY}(?![\\p{L}])[^\\n:]{0,80}?[.!,:。！，]\\s*)+${HERE}[^\\n]{0,80}[:.!：。]\\s*\\n+`, 'iu');
/** A last paragraph that offers more. Blanks of its line only: many empty lines would be gone over for each of them. */
const OFFER =
  /\n[ \t]*(?:please )?(?:let me know if|feel free to (?:ask|let me know)|i hope (?:this|that) helps|if you(?:[’']d| would) like me to)(?![\p{L}])[^\n]{0,160}\s*$/iu;

/** Returns a text without the paragraphs in which a model hands it over and offers more; as it is where nothing else would be left. */
export function withoutTalk(text: string): string {
  const said = text.replace(PREFACE, '').replace(OFFER, '').trimEnd();
  return said.trim() === '' || said === text.trimEnd() ? text : said;
}

/** Tells whether a text has a model's thoughts in it, or their marks. @param text without code */
export const thinksAloud = (text: string): boolean => THINKING.test(text);

/**
 * Tells whether a text speaks of its author as a machine, or of our prompt. What a learner wrote in these words may be quoted: in the prompt its `<`
 * are escaped, and its words are no keys.
 * @param text without code
 */
export function tellsOfItself(text: string, prompt: string): boolean {
  const isLearners = (match: string | undefined) =>
    match === undefined ||
    (prompt.includes(match.replaceAll('<', '\\u003c')) && (match.includes('<') || new RegExp(`${match}(?!":)`).test(prompt)));
  return [OUR_TAG, OUR_NAME].some((ours) => !isLearners(ours.exec(text)?.[0])) || ABOUT_ITSELF.some((pattern) => pattern.test(text));
}
