/** How a model declines in one of the languages of courses. */
interface Declining {
  /** How a text begins that says nothing else. */
  readonly begins: readonly RegExp[];
  /** What an answer says somewhere that is no document: with nothing else in it, less tells it. */
  readonly says: RegExp;
}

const QUOTE = '^[\\s"“”«»*_#>-]{0,6}';
const begins = (pattern: string) => new RegExp(QUOTE + pattern, 'iu');

/**
 * How models decline in languages of which courses are not written, but which a model may fall into: an apology, and what it cannot do, in the first
 * person, in one short text.
 */
function apologetic(apology: string, cannot: string): Declining {
  const declining = begins(`(?:${apology})[^.!?\\n]{0,60}?(?:${cannot})`);
  return { begins: [declining], says: declining };
}

/** The languages in which models decline; their names are for readers of this file. */
const LANGUAGES: readonly Declining[] = Object.values({
  english: {
    begins: [
      begins(
        "(?:(?:i['’]m|i am) (?:\\w+ ){0,2}sorry|sorry|my apologies|apologies|i apologi[sz]e(?: for \\w+ \\w+)?|i regret|i['’]m afraid|unfortunately|no)[,.!]?(?: but| that)? (?:i|as an ai)\\b.{0,40}?(?:can['’]?t|can ?not|unable|not able|won['’]t|will not|must decline).{0,60}?(?:help|assist|comply|fulfil|provide|create|generate|write|continue|answer|discuss|translate|share|engage|process|proceed|do (?:that|this)|request)",
      ),
      begins(
        "i(?: am|['’]m)? (?:can['’]?t|can ?not|unable to|not able to|won['’]t(?: be able to)?|will not|(?:do(?: not|n['’]t) feel|not) comfortable) (?:help|assist|comply|fulfil|continue|provid|creat|generat|writ|answer|translat|discuss|engag)\\w*\\b.{0,40}?(?:this|that|your|the request|with)",
      ),
      begins('i (?:must |have to )?decline (?:to|this|that|your)\\b'),
      begins('as an? (?:ai\\b|artificial intelligence|(?:large )?language model)'),
      begins('it (?:is|goes|would be) against (?:my|our) (?:\\w+ )?(?:polic|guideline|programming|rules)'),
      // what a filter says in a model's place
      begins(
        '(?:(?:this|that|your|the) )?(?:request|response|prompt|content|output)\\b.{0,30}?(?:block|reject|flag|filter|violat|not available).{0,40}?(?:\\b(?:our|the)\\b.{0,12}?)?(?:content|usage|safety) (?:polic|filter|guideline|system|setting|moderation)',
      ),
    ],
    says: /\b(?:i(?:'|’)?m|i am|we(?:'|’)?re) (?:very |really )?(?:sorry|unable|not able|afraid)\b|\bi (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|must decline|decline)\b|\b(?:unable|not able) to (?:help|assist|comply|provide|fulfil)/i,
  },
  spanish: {
    begins: [
      begins(
        '(?:lo siento|lo lamento|disculp[ae]|perd[oó]n)[,.]?\\s*(?:pero )?no (?:puedo|me es posible|podr[eé]).{0,20}?(?:ayudar|asistir|cumplir|proporcionar|crear|generar|escribir|continuar|responder|traducir|hacer)',
      ),
      begins(
        'no puedo (?:ayudar|cumplir|responder|proporcionar|generar|crear|escribir|traducir|continuar)\\w* .{0,20}?(?:eso|esto|es[ae]|est[ae]|tu|su)\\b',
      ),
    ],
    says: /\blo siento\b|\bno puedo (?:ayudar|cumplir|responder|proporcionar|generar)/i,
  },
  french: {
    begins: [
      begins(
        "(?:(?:je suis )?désolée?|je regrette|je m[’']excuse)[,.]?\\s*(?:mais )?je ne (?:peux|suis pas|pourrai).{0,40}?(?:aider|répondre|fournir|créer|écrire|traduire|continuer|satisfaire|faire|mesure)",
      ),
      begins(
        '(?:je suis |désolée?,? )?.{0,20}?je ne (?:peux pas|suis pas en mesure|pourrai pas).{0,30}?(?:aider|répondre|fournir|créer|écrire|traduire|continuer|traiter|accéder|assister).{0,20}?(?:cela|ça|cette|ce |votre|demande)',
      ),
    ],
    says: /\bje (?:suis désolé|ne peux pas|ne suis pas en mesure)|\bdésolé/i,
  },
  german: {
    begins: [
      begins(
        '(?:es tut mir (?:sehr )?leid|tut mir leid|entschuldigung|leider)[,.]?\\s*(?:aber )?(?:(?:dabei |das )?(?:kann|darf) ich|ich (?:kann|darf)).{0,40}?(?:helfen|erfüllen|bereitstellen|erstellen|schreiben|beantworten|übersetzen|unterstützen|tun)',
      ),
      begins(
        '(?:(?:dabei|damit|hierbei|das) (?:kann|darf) ich|(?:(?:es )?tut mir leid,? )?(?:aber )?ich (?:kann|darf) (?:dir|ihnen|euch)? ?(?:dabei|damit|hierbei|bei dieser|diese[rns]?|das))\\b.{0,40}?nicht.{0,20}?(?:helfen|erfüllen|bereitstellen|erstellen|schreiben|beantworten|bearbeiten|übersetzen|unterstützen|tun)',
      ),
    ],
    says: /\b(?:es )?tut mir leid\b|\bich kann (?:dabei|dir|ihnen|das|diese[rn]?|nicht)\b/i,
  },
  portuguese: {
    begins: [
      begins(
        '(?:desculpe|sinto muito|lamento)[,.]?\\s*(?:mas )?(?:eu )?não (?:posso|consigo|poderei).{0,20}?(?:ajudar|atender|fornecer|criar|gerar|escrever|continuar|responder|traduzir|fazer)',
      ),
      begins(
        '(?:eu )?não posso (?:ajudar|atender|fornecer|criar|gerar|escrever|continuar|responder|traduzir)\\w* .{0,20}?(?:isso|isto|ess[ae]|est[ae]|seu|sua|você)\\b',
      ),
    ],
    says: /\b(?:sinto muito|desculpe|não posso)\b/i,
  },
  italian: {
    begins: [
      begins(
        '(?:mi dispiace|spiacente|scusa(?:te)?)[,.]?\\s*(?:ma )?non (?:posso|sono in grado).{0,30}?(?:aiutar|soddisfare|fornire|creare|generare|scrivere|continuare|rispondere|tradurre|fare)',
      ),
      begins(
        '(?:mi (?:di)?spiace,? (?:ma )?)?non (?:posso|sono in grado di) (?:aiutar|soddisfar|fornir|crear|generar|scriver|continuar|risponder|tradurr|assister)\\w* .{0,20}?(?:quest|ciò|tua|sua)',
      ),
    ],
    says: /\b(?:mi dispiace|non posso)\b/i,
  },
  russian: {
    begins: [
      begins(
        '(?:извините|простите|прошу прощения|к сожалению|мне жаль)[,.]?\\s*(?:но )?я не (?:могу|смогу|в состоянии).{0,40}?(?:помочь|выполнить|ответить|создать|написать|перевести|предоставить|сделать)',
      ),
      begins(
        '(?:извините,? |простите,? )?(?:но )?(?:я )?не (?:могу|смогу) .{0,20}?(?:помочь|выполнить|ответить|создать|написать|перевести|обсуждать|предоставить).{0,30}?(?:эт|ваш|тво|так|запрос|тем)',
      ),
    ],
    says: /извините|к сожалению|не могу/i,
  },
  chinese: {
    begins: [
      begins(
        '(?:非常|很)?(?:抱歉|对不起|不好意思|遗憾)[，,。]?\\s*(?:但(?:是)?)?我?(?:无法|不能|没办法).{0,20}?(?:帮|协助|提供|完成|回答|满足|生成|翻译|创建|写)',
      ),
      begins(
        '(?:非常|很)?(?:抱歉|对不起|對不起|不好意思).{0,4}我?(?:還|还)?(?:暂时|暫時)?(?:无法|無法|不能).{0,10}?(?:帮|幫|协|協|提供|完成|回答|满足|滿足|生成|翻译|翻譯|创建|写|处理|處理)',
      ),
      begins(
        '我(?:无法|無法|不能)(?:提供|协助|協助|满足|滿足|完成|回答|帮|幫|处理|處理).{0,12}?(?:这|這|该|該|您|你|此|请求|請求|帮助|幫助)',
      ),
      begins('(?:你好[，,])?(?:这个|這個|该|該)问题我?(?:暂时)?(?:无法|不能)回答'),
      begins('(?:作为|身为)一?[个個]?(?:AI|人工智能|大?型?语言模型).{0,30}?(?:无法|不能|没有|没学习|还没)'),
    ],
    says: /抱歉|对不起|對不起|无法(?:提供|满足|协助)|不能(?:提供|协助)/,
  },
  japanese: {
    begins: [
      begins(
        '(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい|恐れ入りますが).{0,40}?(?:お手伝い|お答え|対応|ご要望|お応え|作成|翻訳|提供).{0,10}?(?:できません|できかねます|いたしかねます)',
      ),
      begins(
        '(?:その|この|ご)?(?:リクエスト|依頼|要望|質問).{0,10}?(?:お応え|お答え|対応|応じ|お手伝い).{0,14}?(?:できません|できかねます|いたしかねます)',
      ),
    ],
    says: /申し訳|できません|お手伝いできません/,
  },
  korean: {
    begins: [
      begins('(?:죄송|미안).{0,40}?(?:도와|도움|답변|제공|요청|작성|번역|수행).{0,20}?(?:없습니다|없어요|어렵습니다|못합니다)'),
      begins(
        '(?:해당 |그 |이 )?(?:요청|부탁|질문).{0,30}?(?:도와|도움|답변|제공|작성|수행|처리|응할|응답).{0,14}?(?:없습니다|없어요|어렵습니다|못합니다)',
      ),
    ],
    says: /죄송|미안|도와드릴 수 없/,
  },
  arabic: {
    begins: [
      begins(
        '(?:عذرا|عذرًا|آسف|آسفة|أعتذر|معذرة).{0,20}?(?:لا أستطيع|لا يمكنني|لا أقدر|لن أتمكن).{0,30}?(?:مساعد|تلبية|تقديم|إنشاء|كتابة|الإجابة|ترجمة|المتابعة|ذلك)',
      ),
      begins(
        '(?:أنا )?(?:عذر[اًا]+|آسفة?|أعتذر|معذرة)?[،,]?\\s*(?:لكن )?(?:لا أستطيع|لا يمكنني|لن أتمكن من) (?:ال)?(?:مساعد|تلبية|تقديم|إنشاء|كتابة|إجابة|ترجمة|متابعة).{0,20}?(?:ذلك|هذا|هذه|طلب)',
      ),
    ],
    says: /عذر|آسف|لا أستطيع|لا يمكنني/,
  },
  hindi: {
    begins: [
      begins('(?:मुझे खेद है|मुझे माफ़ करें|क्षमा करें|माफ़ कीजिए|माफ़ करें).{0,60}?(?:नहीं कर सक|मदद नहीं|असमर्थ|उत्तर नहीं)'),
      begins('(?:क्षमा करें,? |माफ़ कीजिए,? )?मैं .{0,40}?(?:सहायता|मदद) नहीं कर सक'),
    ],
    says: /खेद है|क्षमा करें|मदद नहीं कर/,
  },
  dutch: apologetic('sorry|het spijt me|helaas|excuses|ik kan (?:je|u|jou)? ?(?:daar|hier)', '\\b(?:niet|geen)\\b'),
  polish: apologetic('przepraszam|przykro mi|niestety', '\\bnie (?:mogę|jestem w stanie)'),
  turkish: apologetic('üzgünüm|özür dilerim|maalesef|ne yazık ki', '(?:amam|emem|[ıi]yorum)\\b'),
  ukrainian: apologetic('вибачте|перепрошую|на жаль', 'не (?:можу|зможу)'),
  czech: apologetic('omlouvám se|promiňte|bohužel|je mi líto', '\\b(?:nemohu|nemůžu)\\b'),
  swedish: apologetic('förlåt|tyvärr|jag är ledsen|jag beklagar', '(?:jag kan|kan jag) .{0,20}?(?:inte|inga)\\b'),
  norwegian: apologetic('beklager|dessverre|unnskyld', '(?:jeg kan|kan jeg) .{0,20}?(?:ikke|ingen)\\b'),
  indonesian: apologetic('maaf|mohon maaf', 'saya (?:tidak|tak) (?:dapat|bisa)'),
  vietnamese: apologetic('xin lỗi|rất tiếc', 'tôi không thể'),
  greek: apologetic('συγγνώμη|λυπάμαι|δυστυχώς', 'δεν μπορώ'),
  hebrew: apologetic('סליחה|מצטער|מצטערת|לצערי', '(?:לא יכולה?|איני יכול)'),
  persian: apologetic('متأسفم|متاسفم|ببخشید|با عرض پوزش', 'نمی‌?توانم'),
  thai: apologetic('ขออภัย|ขอโทษ', '(?:ฉัน|ผม|ดิฉัน)?ไม่สามารถ'),
} satisfies Readonly<Record<string, Declining>>);

/** Longer texts that begin so go on with something else; longer answers without a document are texts that went wrong. */
const LONGEST = { text: 600, answer: 800 } as const;

/** Who declines goes on of itself, of what was asked or of another topic: 'but I can', 'but if you'. */
const OF_ITSELF =
  "i[’']|me\\b|my\\b|you\\b|your\\b|if\\b|please|feel free|let[’' ]|here|gerne?\\b|du\\b|sie\\b|wenn\\b|bitte|si\\b|con gusto|j[’']|vous\\b|n[’']hésite|se\\b|estou|если|давайте|вы\\s|您|你|如果|可以|请|もし|يمكن|إذا|यदि|अगर|आप";
const I =
  '(?:(?<![\\p{L}\\p{M}])(?:i|we|ich|wir|je|nous|puedo|podemos|posso|possiamo|eu|я|мы|могу|можем|أنا|मैं)(?![\\p{L}\\p{M}])|我|私|제가)';
/** 'I cannot write it without the mass, but with m = 4 kg it is 39 N. So …' and 'I cannot help with this is what a clerk says' decline nothing. */
const SAYS_MORE = [
  new RegExp(
    `^[^.!?。！？।؟\\n]*?[,，،、;]\\s*(?:(?:but|yet|aber|doch|pero|mais|ma|mas|porém|но|а|하지만|لكن|ولكن|लेकिन|पर)(?![\\p{L}\\p{M}])|但是?|不过)\\s*(?!\\s|${OF_ITSELF}|[^.!?。！？।؟\\n]*?${I})(?:[^.!?。！？।؟\\n]|[.](?=\\d))*\\d(?:[^.!?。！？।؟\\n]|[.](?=\\d))*[.!?。！？।؟]`,
    'iu',
  ),
  /^[^.!?\n]*?\b(?:that|this|it|you|your \w+|request|helfen|ayudar|eso|cela|ça|aider|aiutarti|ajudar|isso)[”"’'»“]*,?\s+(?:is|was|are|ist|war|sagt|es|era|est|c[’']est|è|é)\s+(?:what|how|a|an|the|one|something|was|ein|eine|der|die|das|lo que|una?|la|el|ce que|une|la|quello|ciò|o que|uma?)\b/iu,
];
/** The words of a filter are all that it says: who explains how to turn one off goes on with other things. */
const OF_A_FILTER =
  /^[\s"“”«»*_#>-]{0,6}(?:(?:this|that|your|the) )?(?:request|response|prompt|content|output)\b[^.!?\n]{0,160}[.!?]\s+(?=\S)/i;
const FILTERS_TALK =
  /\b(?:please|try again|sorry|rephrase|different|request|prompt|response|content|violat\w+|guideline\w*|safety|harm\w*|polic\w+|support|i|we|you[’']?(?:re)?|my|our)\b/i;

/** Tells whether a text that begins as one that declines says something all the same. */
function saysMore(text: string): boolean {
  const advice = text.slice(OF_A_FILTER.exec(text)?.[0].length ?? text.length);
  return SAYS_MORE.some((pattern) => pattern.test(text)) || (advice !== '' && !FILTERS_TALK.test(advice));
}

/** Tells whether a text of an answer declines and says nothing else. */
export const isRefusal = (text: string): boolean =>
  text.length <= LONGEST.text && !saysMore(text) && LANGUAGES.some((language) => language.begins.some((pattern) => pattern.test(text)));

/** Tells whether an answer that holds no JSON declines in plain words: asking the same service again brings the same. */
export function isDeclined(answer: string): boolean {
  const said = answer.trim();
  const isWords = said.length > 0 && said.length <= LONGEST.answer && !said.includes('{');
  return isWords && (isRefusal(said) || LANGUAGES.some(({ says }) => says.test(said)));
}
