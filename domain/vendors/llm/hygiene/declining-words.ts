/** How models decline in one language. */
interface Declining {
  /** Openings of texts that only decline. */
  readonly begins: readonly RegExp[];
  /**
   * Sentences that decline if they are all that a text says after its apology. They must name a service the author cannot give: anybody may
   * say 'I cannot swim'.
   */
  readonly sentences?: readonly string[];
  /** Phrases anywhere in an answer that is not a document; as such an answer holds nothing else, weaker evidence is enough. */
  readonly says?: RegExp;
}

const QUOTE = '^[\\s"“”«»*_#>-]{0,6}';
const begins = (pattern: string) => new RegExp(QUOTE + pattern, 'iu');

/**
 * How models decline in languages without courses that they may fall into: an apology and an inability, in the first person, in one short
 * text.
 */
function apologetic(apology: string, cannot: string, sentences: readonly string[] = []): Declining {
  const declining = begins(`(?:${apology})[^.!?\\n]{0,60}?(?:${cannot})`);
  return { begins: [declining], says: declining, sentences };
}

/** Refusals by language; the names of the languages are for readers of this file. */
export const LANGUAGES: readonly Declining[] = Object.values({
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
      // the message of a filter in the model's place
      begins(
        '(?:(?:this|that|your|the) )?(?:request|response|prompt|content|output)\\b.{0,30}?(?:block|reject|flag|filter|violat|not available).{0,40}?(?:\\b(?:our|the)\\b.{0,12}?)?(?:content|usage|safety) (?:polic|filter|guideline|system|setting|moderation)',
      ),
    ],
    says: /\b(?:i(?:'|’)?m|i am|we(?:'|’)?re) (?:very |really )?(?:sorry|unable|not able|afraid)\b|\bi (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|must decline|decline)\b|\b(?:unable|not able) to (?:help|assist|comply|provide|fulfil)/i,
    sentences: [
      "(?:i|we)(?:[’']m| am| are)? ?(?:sorry,? (?:but )?(?:i|we)(?:[’']m| am)? ?)?(?:can[’']?t|can ?not|won[’']?t|will not|unable to|not able to|not allowed to|not going to) (?:be able to )?(?:(?:help|assist|comply|engage|proceed|continue)(?! it\\b| \\w+ing\\b)|(?:do|answer|discuss|process|provide|fulfil|fulfill|complete|translate|write|generate) (?:that|this|your|it|such)\\b)",
      '(?:i|we) (?:must|have to|need to|will|would rather)? ?(?:respectfully |politely )?decline\\b',
      "(?:that|this|it)(?:[’']s| is)(?: not|n[’']t) something (?:that )?(?:i|we)\\b",
      "(?:your|this|the|that) (?:request|question|task|prompt|query) (?:cannot|can[’']?t|can not|could not) be (?:processed|fulfilled|completed|answered|handled|met)\\b",
      "let[’']?s (?:talk about something else|change the (?:subject|topic))$",
    ],
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
    sentences: [
      'no (?:te |le |les |os )?puedo (?:ayudar|asistir|responder|cumplir|procesar|hablar de|traducir)',
      '(?:tu|su|esta|la) (?:solicitud|petición|pregunta) no (?:puede|se puede)',
    ],
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
    sentences: [
      "je ne (?:peux|puis|suis) pas (?:en mesure d[e’'] ?)?(?:vous |t[’'])?(?:aider|assister|répondre|traiter|discuter|traduire)",
      '(?:votre|cette|ta) (?:demande|question|requête) ne peut (?:pas )?être',
    ],
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
    sentences: [
      '(?:diese[rsmn]?|ihre[rn]?|deine[rn]?|auf diese) (?:anfrage|frage|bitte|aufgabe|thema|anliegen) (?:kann|darf) ich (?:leider )?nicht',
      '(?:dabei|damit|da|hier|hierbei) kann ich (?:dir |ihnen |euch )?(?:leider )?nicht (?:weiter)?helfen',
      'ich kann (?:dir |ihnen |euch )?(?:leider )?(?:hier |dabei |damit |da )?(?:leider )?nicht (?:weiter)?helfen',
      '(?:das|darauf|darüber) (?:kann|darf) ich (?:leider )?nicht (?:beantworten|bearbeiten|antworten|sprechen|erfüllen|übersetzen)',
    ],
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
    sentences: [
      '(?:eu )?não (?:posso|consigo|poderei) (?:te |lhe |o )?(?:ajud|atend|respond|process|discut|traduz)',
      '(?:sua|esta|essa) (?:solicitação|pergunta|pedido) não pode',
    ],
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
    sentences: ['non (?:ti |vi |la )?(?:posso|sono in grado di) (?:aiutar|assister|risponder|discuter|elaborar|tradur)'],
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
    sentences: [
      'я не (?:могу|смогу|в состоянии) (?:\\S+ ){0,3}?(?:обсуждать|помочь|помогать|ответить|отвечать|выполнить|перевести)',
      '(?:давайте|давай) (?:поговорим о ч[её]м-нибудь другом|сменим тему)',
    ],
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
    sentences: [
      '(?:这个|這個|该|該|此)?(?:问题|問題|请求|請求|话题|話題)?我(?:暂时|暫時)?(?:还|還)?(?:无法|無法|不能|没法)(?:回答|讨论|討論|处理|處理|提供|帮助|幫助|协助|協助|满足|滿足)',
      '(?:让|讓)?(?:我们|我們|咱们)?换个话题(?:吧|聊聊)?|(?:讓)?我們換個話題(?:吧|聊聊)?',
    ],
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
    sentences: [
      '(?:(?:その|この|ご)?(?:質問|依頼|リクエスト|要望|件|こと|内容|トピック)?(?:には|に|は|については|について))?(?:お答え|お応え|ご回答|お手伝い|お話し|ご対応)(?:する(?:こと|事)は?|は)?(?:でき(?:ません|かねます)|いたしかねます)',
    ],
  },
  korean: {
    begins: [
      begins('(?:죄송|미안).{0,40}?(?:도와|도움|답변|제공|요청|작성|번역|수행).{0,20}?(?:없습니다|없어요|어렵습니다|못합니다)'),
      begins(
        '(?:해당 |그 |이 )?(?:요청|부탁|질문).{0,30}?(?:도와|도움|답변|제공|작성|수행|처리|응할|응답).{0,14}?(?:없습니다|없어요|어렵습니다|못합니다)',
      ),
    ],
    says: /죄송|미안|도와드릴 수 없/,
    sentences: ['(?:\\S+ ){0,3}?(?:도와 ?드릴|답변(?:해 ?드릴|할|드릴)|대답(?:해 ?드릴|할)|응답할) 수 ?(?:가 )?없(?:습니다|어요)'],
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
    sentences: ['(?:أنا )?لا (?:أستطيع|يمكنني|أقدر)(?: على)? (?:مساعد|الإجابة|أن أساعد|مناقشة|تلبية|معالجة)'],
  },
  hindi: {
    begins: [
      begins('(?:मुझे खेद है|मुझे माफ़ करें|क्षमा करें|माफ़ कीजिए|माफ़ करें).{0,60}?(?:नहीं कर सक|मदद नहीं|असमर्थ|उत्तर नहीं)'),
      begins('(?:क्षमा करें,? |माफ़ कीजिए,? )?मैं .{0,40}?(?:सहायता|मदद) नहीं कर सक'),
    ],
    says: /खेद है|क्षमा करें|मदद नहीं कर/,
    sentences: ['मैं (?:\\S+ ){0,4}?(?:मदद|सहायता|उत्तर|जवाब|चर्चा) नहीं (?:कर|दे) सक'],
  },
  dutch: apologetic('sorry|het spijt me|helaas|excuses|ik kan (?:je|u|jou)? ?(?:daar|hier)', '\\b(?:niet|geen)\\b', [
    '(?:daar|hier)(?:bij|mee)? kan ik (?:je |u |jou )?niet (?:bij |mee )?helpen',
    'ik kan (?:je |u |jou )?(?:daar|hier)?(?:bij|mee)? ?niet (?:bij |mee )?helpen',
  ]),
  polish: apologetic('przepraszam|przykro mi|niestety', '\\bnie (?:mogę|jestem w stanie)', [
    'nie (?:mogę|potrafię|jestem w stanie) (?:\\S+ ){0,2}?(?:pomóc|odpowiedzieć|spełnić|rozmawiać)',
  ]),
  turkish: apologetic('üzgünüm|özür dilerim|maalesef|ne yazık ki', '(?:amam|emem|[ıi]yorum)\\b', [
    '(?:\\S+ ){0,3}?(?:yardımcı olamam|yardım edemem|yardımcı olamıyorum|yanıt veremem|cevap veremem)',
  ]),
  ukrainian: apologetic('вибачте|перепрошую|на жаль', 'не (?:можу|зможу)', [
    'я не (?:можу|зможу) (?:\\S+ ){0,3}?(?:обговорювати|допомогти|відповісти|виконати)',
  ]),
  czech: apologetic('omlouvám se|promiňte|bohužel|je mi líto', '\\b(?:nemohu|nemůžu)\\b', [
    '(?:s tím |na to )?(?:vám |ti )?(?:nemohu|nemůžu) (?:\\S+ ){0,2}?(?:pomoci|pomoct|odpovědět)',
  ]),
  swedish: apologetic('förlåt|tyvärr|jag är ledsen|jag beklagar', '(?:jag kan|kan jag) .{0,20}?(?:inte|inga)\\b', [
    'jag kan (?:tyvärr )?inte (?:hjälpa|svara|diskutera)',
    'det kan jag (?:tyvärr )?inte (?:hjälpa|svara)',
  ]),
  norwegian: apologetic('beklager|dessverre|unnskyld', '(?:jeg kan|kan jeg) .{0,20}?(?:ikke|ingen)\\b', [
    'jeg kan (?:dessverre )?ikke (?:hjelpe|svare|diskutere)',
    'det kan jeg (?:dessverre )?ikke (?:hjelpe|svare)',
  ]),
  indonesian: apologetic('maaf|mohon maaf', 'saya (?:tidak|tak) (?:dapat|bisa)', [
    'saya (?:tidak|tak) (?:dapat|bisa) (?:membantu|menjawab|memproses|membahas)',
  ]),
  vietnamese: apologetic('xin lỗi|rất tiếc', 'tôi không thể', ['tôi không thể (?:giúp|hỗ trợ|trả lời|thực hiện yêu cầu)']),
  greek: apologetic('συγγνώμη|λυπάμαι|δυστυχώς', 'δεν μπορώ'),
  hebrew: apologetic('סליחה|מצטער|מצטערת|לצערי', '(?:לא יכולה?|איני יכול)'),
  persian: apologetic('متأسفم|متاسفم|ببخشید|با عرض پوزش', 'نمی‌?توانم'),
  thai: apologetic('ขออภัย|ขอโทษ', '(?:ฉัน|ผม|ดิฉัน)?ไม่สามารถ'),
  catalan: { begins: [], sentences: ['no (?:et |us |li )?puc (?:ajudar|respondre|parlar)'] },
  romanian: { begins: [], sentences: ['nu (?:te |vă )?pot (?:ajuta|răspunde|discuta)'] },
  danish: { begins: [], sentences: ['(?:det )?(?:jeg kan|kan jeg) (?:desværre )?ikke (?:hjælpe|svare|besvare)'] },
  finnish: {
    begins: [],
    sentences: ['en (?:valitettavasti )?(?:voi|pysty) (?:\\S+ ){0,2}?(?:auttaa|auttamaan|vastata|vastaamaan|keskustella)'],
  },
  hungarian: { begins: [], sentences: ['(?:\\S+ ){0,2}?nem tudok (?:\\S+ ){0,2}?(?:segíteni|válaszolni)'] },
} satisfies Readonly<Record<string, Declining>>);
