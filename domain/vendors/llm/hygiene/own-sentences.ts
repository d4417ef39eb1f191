/**
 * Finds sentences of a model about its task, first or last in a text: how it will proceed, that it did the task, what else it could do.
 * Only sentences that name the work (a lesson, an answer, its words) count: anybody may say 'I will write to you'.
 */

const WORK =
  '(?:lesson|text|answer|response|quiz|content|course|explanation|version|words|lección|respuesta|texto|palabras|leçon|réponse|texte|mots|lektion|antwort|text|wörter|lezione|risposta|testo|parole|lição|aula|resposta|palavras|урок|ответ|текст|слов|课程|课文|内容|答案|回答|レッスン|回答|本文)';
const OPEN = '^[\\s*_(\\[]*';
const table = (...rows: string[]): RegExp => new RegExp(`${OPEN}(?:${rows.join('|')})`, 'iu');

/** Announcements in first sentences. */
const FIRST = table(
  `(?:now )?i(?:[’']ll| will|[’']m going to| am going to) (?:now )?(?:write|create|draft|prepare|produce|generate) (?:a|an|the|this|your) (?:\\S+ ){0,3}(?:lesson|answer|response|quiz|course)\\b`,
  `(?:je vais|voy a|vou|scriverò|ich (?:schreibe|erstelle)) (?:\\S+ ){0,3}(?:leçon|lección|lição|lezione|lektion|réponse|respuesta|resposta|risposta|antwort)(?![\\p{L}])`,
  `(?:as (?:you )?(?:requested|asked|instructed)|wie gewünscht|como (?:me )?(?:pediste|solicitado|has pedido)|comme demandé|come richiesto|conforme solicitado|как вы просили|按照?(?:您|你)?的?要求|ご要望(?:どおり|の通り))[,，、 ].{0,80}${WORK}`,
  `as the (?:brief|prompt|request) (?:says|asks|requires|specifies)[, ].{0,80}${WORK}`,
  `i(?:[’']ve| have) (?:now )?(?:fixed|corrected|revised|rewritten|addressed|shortened) (?:the|all|this|your|every) (?:\\S+ ){0,2}?(?:problems?|issues?|errors?|findings|lesson|text|answer)\\b`,
  `ich habe (?:die|alle|den|das) (?:\\S+ ){0,3}?(?:probleme?|fehler|mängel|lektion|text)(?![\\p{L}]).{0,40}(?:behoben|korrigiert|überarbeitet)`,
  `(?:i apologi[sz]e|sorry|my apologies) for .{0,40}\\bmy (?:earlier|previous|last|first) (?:answer|response|version|draft|lesson|text)`,
  `hier (?:ist |kommt )?(?:die|der|das|deine?|ihre?) (?:gewünschte|angeforderte|überarbeitete|korrigierte)[nrs]? \\S+ ?:`,
  `voici (?:la|le|l[’'])\\s?\\S+ (?:demandée?|corrigée?|révisée?) ?:`,
  `aquí (?:está|tienes) (?:la|el) \\S+ (?:pedid|solicitad|corregid)[oa] ?:`,
  `(?:好的|当然)?[，,。！!]?\\s*(?:下面|以下|这)是[^\\n。：:]{0,12}(?:课程|课文|内容|答案|回答)[^\\n。：:]{0,6}[:：]`,
);

/** Last sentences, and notes under a text. */
const LAST = table(
  `would you like (?:me to (?:write|create|add|generate|continue|expand|elaborate|provide|translate)\\b|another (?:lesson|quiz))`,
  `(?:soll ich|möchtest du, dass ich|möchten sie, dass ich) .{0,80}(?:schreibe|erstelle|hinzufüge|ergänze)n?\\?`,
  `¿?(?:quieres|quiere|te gustaría) que (?:te )?(?:escriba|cree|genere|añada)`,
  `(?:voulez-vous|souhaitez-vous|veux-tu) que (?:je|j[’'])\\s?(?:rédige|écrive|crée|ajoute)`,
  `vuoi che (?:io )?(?:scriva|crei|aggiunga)|(?:você )?quer que eu (?:escreva|crie|adicione)|хотите,? (?:чтобы )?я (?:написал|создал|добавил)`,
  `(?:需要|要不要)我(?:再|帮你|为您|为你)*(?:写|生成|添加|继续).{0,20}[吗？?]`,
  `(?:note|hinweis|nota|remarque|примечание|注)\\s?[:：][*_]*\\s*(?:this|diese[rs]?|esta?|cette|ce|questa?|этот|本)\\s?(?:\\S+ )?${WORK}.{0,60}(?:follow|request|requirement|instruction|brief|words|vorgabe|anforderung|wörter|solicitad|requisito|consigne|demandé|richiest|требовани|要求|字)`,
  `word count\\s?:?[*_]*\\s*(?:approximately|approx\\.?|about|around|~|≈)?\\s?\\d|wortzahl\\s?:|nombre de mots\\s?:|(?:número|recuento) de palabras\\s?:|字数\\s?[:：]`,
);
/** Last sentences that also close a letter. */
const OFFERS = table(
  `i hope (?:this|that) helps|(?:please )?let me know if (?:you|there|anything|this)|feel free to (?:ask|let me know)`,
  `espero que (?:esto|isso|te|le|lhe) |j[’']espère que cela (?:vous|t)|ich hoffe,? (?:das|dies) hilft|lass(?:en sie)? (?:es )?mich wissen|spero che questo|надеюсь,? это помо|希望这(?:个|些)?对?你?有|希望对你有|お役に立て(?:れば|たら)`,
);
const OF_LETTERS =
  /\b(?:dear|hi|hello|regards|sincerely|e-?mails?|letters?|messages?|subject:)(?![\p{L}])|liebe[rs]?\s|geehrte|\bmail|nachricht|estimad|querid|correo|mensaje|\bchère?\b|bonjour|courriel|gentile|\bcar[oa]\b|prezad|mensagem|уважаем|письм|邮件|信件|メール|手紙|이메일|편지|بريد|رسالة|ईमेल|पत्र/iu;
/** Openings of unmarked thoughts. What a user wants is also a topic of lessons on design, where no answer is owed. */
const THOUGHTS =
  /^[\s*_#]*(?:thinking process|thought process|my thoughts|chain of thought|gedankengang)[*_]*\s*[:：]|^\s*let me (?:think|reason|plan) (?:about|through) (?:what|how) (?:to|i) |^\s*(?:okay|ok|alright|hmm|well)[,.]? (?:so )?the user (?:is asking|asks|asked|wants|needs)\b|^\s*the user (?:is asking|asks|asked|wants|needs)\b[^\n]{0,200}\bI (?:should|need to|must|will|have to)\b|^\s*(?:好的[，,])?用户(?:想要|要求|希望|问)[^\n]{0,100}我(?:需要|应该|得)|^\s*(?:okay|ok|also|gut)[,.]? (?:also )?der nutzer (?:möchte|will|fragt)\b/iu;
/** What only a machine says about itself; lessons on such machines quote it. */
const A_MACHINE =
  /\bI(?:[’']m| am) (?:ChatGPT|Claude, an? AI|Gemini, a|Qwen|DeepSeek|Llama)(?![\p{L}])|\b(?:according to|as) (?:my|the) system prompt\b|^[ \t]*[*_(]+(?:(?:this|the) (?:text|lesson|answer) (?:was|is) )?(?:generated|written|created) (?:by|with) (?:an? )?(?:AI|artificial intelligence|ChatGPT|language model)[.)*_]*\s*$|^[ \t]*[*_(]+(?:KI-generiert|von einer KI erstellt|généré par (?:une )?IA|generado por (?:una )?IA|由\s?AI\s?生成|AI\s?生成)[.)*_]*\s*$/imu;
const ON_MACHINES =
  /\b(?:AI|KI|IA|ИИ|ChatGPT|LLMs?|chat-?bots?|GPT)\b|artificial intelligence|künstliche intelligenz|language model|sprachmodell|inteligencia artificial|intelligence artificielle|intelligenza artificiale|искусственн\S* интеллект|人工智能|人工知能|인공지능|الذكاء الاصطناعي/iu;

/** The boundary between sentences; a sentence that announces the text ends with a colon. */
const BOUNDARY = /\n+|[.!?]["'”’)*_]*\s+|[。！？]["”’」』）*_]*\s*/gu;
const FIRST_BOUNDARY = new RegExp(`${BOUNDARY.source}|:[*_]*\\s+|：[*_]*\\s*`, 'gu');
/** The longest such sentence, and the most of them that a model writes. */
const REACH = { characters: 300, sentences: 3 } as const;

/** Returns a text without its first and last sentences about the task; unchanged if nothing else would be left. */
export function withoutOwnSentences(text: string, prompt: string): string {
  const isLetter = OF_LETTERS.test(text) || /e-?mail/i.test(prompt);
  let said = text;
  for (let count = 0; count < REACH.sentences; count += 1) {
    const head = said.slice(0, REACH.characters);
    const end = [...head.matchAll(FIRST_BOUNDARY)]
      .map(({ 0: sign, index }) => index + sign.length)
      .find((at) => head.slice(0, at).trim() !== '');
    if (end === undefined || !FIRST.test(head.slice(0, end))) break;
    said = said.slice(end);
  }
  for (let count = 0; count < REACH.sentences; count += 1) {
    const tail = said.trimEnd().slice(-REACH.characters);
    const start = [...tail.matchAll(BOUNDARY)].map(({ 0: sign, index }) => index + sign.length).findLast((at) => at < tail.length);
    const last = start === undefined ? '' : tail.slice(start);
    const line = tail.slice(0, start).split('\n').at(-1)!;
    const isOwn = LAST.test(last) || (!isLetter && OFFERS.test(last));
    if (start === undefined || !isOwn || /^\s*>/.test(line) || /["”’»“』」]$/u.test(last)) break;
    said = said
      .trimEnd()
      .slice(0, start - tail.length)
      .trimEnd();
  }
  return said.trim() === '' ? text : said;
}

/** Tells whether a text begins with thoughts about the task. */
export const beginsThinking = (text: string): boolean => THOUGHTS.test(text);

/** Tells whether a text names the machine that wrote it. @param prompt a lesson on such machines may name it */
export const namesItsMachine = (text: string, prompt: string): boolean => A_MACHINE.test(text) && !ON_MACHINES.test(prompt);
