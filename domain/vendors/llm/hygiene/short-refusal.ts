/**
 * Short texts that are no answer: a model declines in one sentence, asks back, or fills a field with nothing. In a longer text the same words may be what
 * somebody says, so all of the text has to be such a sentence; and a text that was sent may speak so (`clean-answer.ts`).
 */

/** Longer texts say something else too. */
const LONGEST = 120;

/** Sentences in which a model declines, by language. What it cannot do is to serve: 'I cannot swim' is what anybody says. */
const DECLINES: readonly string[] = Object.values({
  english: [
    "(?:i|we)(?:[’']m| am| are)? ?(?:sorry,? (?:but )?(?:i|we)(?:[’']m| am)? ?)?(?:can[’']?t|can ?not|won[’']?t|will not|unable to|not able to|not allowed to|not going to) (?:be able to )?(?:(?:help|assist|comply|engage|proceed|continue)(?! it\\b| \\w+ing\\b)|(?:do|answer|discuss|process|provide|fulfil|fulfill|complete|translate|write|generate) (?:that|this|your|it|such)\\b)",
    '(?:i|we) (?:must|have to|need to|will|would rather)? ?(?:respectfully |politely )?decline\\b',
    "(?:that|this|it)(?:[’']s| is)(?: not|n[’']t) something (?:that )?(?:i|we)\\b",
    "(?:your|this|the|that) (?:request|question|task|prompt|query) (?:cannot|can[’']?t|can not|could not) be (?:processed|fulfilled|completed|answered|handled|met)\\b",
    "let[’']?s (?:talk about something else|change the (?:subject|topic))$",
  ],
  spanish: [
    'no (?:te |le |les |os )?puedo (?:ayudar|asistir|responder|cumplir|procesar|hablar de|traducir)',
    '(?:tu|su|esta|la) (?:solicitud|petición|pregunta) no (?:puede|se puede)',
  ],
  french: [
    "je ne (?:peux|puis|suis) pas (?:en mesure d[e’'] ?)?(?:vous |t[’'])?(?:aider|assister|répondre|traiter|discuter|traduire)",
    '(?:votre|cette|ta) (?:demande|question|requête) ne peut (?:pas )?être',
  ],
  german: [
    '(?:diese[rsmn]?|ihre[rn]?|deine[rn]?|auf diese) (?:anfrage|frage|bitte|aufgabe|thema|anliegen) (?:kann|darf) ich (?:leider )?nicht',
    '(?:dabei|damit|da|hier|hierbei) kann ich (?:dir |ihnen |euch )?(?:leider )?nicht (?:weiter)?helfen',
    'ich kann (?:dir |ihnen |euch )?(?:leider )?(?:hier |dabei |damit |da )?(?:leider )?nicht (?:weiter)?helfen',
    '(?:das|darauf|darüber) (?:kann|darf) ich (?:leider )?nicht (?:beantworten|bearbeiten|antworten|sprechen|erfüllen|übersetzen)',
  ],
  portuguese: [
    '(?:eu )?não (?:posso|consigo|poderei) (?:te |lhe |o )?(?:ajud|atend|respond|process|discut|traduz)',
    '(?:sua|esta|essa) (?:solicitação|pergunta|pedido) não pode',
  ],
  italian: ['non (?:ti |vi |la )?(?:posso|sono in grado di) (?:aiutar|assister|risponder|discuter|elaborar|tradur)'],
  catalan: ['no (?:et |us |li )?puc (?:ajudar|respondre|parlar)'],
  romanian: ['nu (?:te |vă )?pot (?:ajuta|răspunde|discuta)'],
  russian: [
    'я не (?:могу|смогу|в состоянии) (?:\\S+ ){0,3}?(?:обсуждать|помочь|помогать|ответить|отвечать|выполнить|перевести)',
    '(?:давайте|давай) (?:поговорим о ч[её]м-нибудь другом|сменим тему)',
  ],
  ukrainian: ['я не (?:можу|зможу) (?:\\S+ ){0,3}?(?:обговорювати|допомогти|відповісти|виконати)'],
  polish: ['nie (?:mogę|potrafię|jestem w stanie) (?:\\S+ ){0,2}?(?:pomóc|odpowiedzieć|spełnić|rozmawiać)'],
  czech: ['(?:s tím |na to )?(?:vám |ti )?(?:nemohu|nemůžu) (?:\\S+ ){0,2}?(?:pomoci|pomoct|odpovědět)'],
  dutch: [
    '(?:daar|hier)(?:bij|mee)? kan ik (?:je |u |jou )?niet (?:bij |mee )?helpen',
    'ik kan (?:je |u |jou )?(?:daar|hier)?(?:bij|mee)? ?niet (?:bij |mee )?helpen',
  ],
  swedish: ['jag kan (?:tyvärr )?inte (?:hjälpa|svara|diskutera)', 'det kan jag (?:tyvärr )?inte (?:hjälpa|svara)'],
  norwegian: ['jeg kan (?:dessverre )?ikke (?:hjelpe|svare|diskutere)', 'det kan jeg (?:dessverre )?ikke (?:hjelpe|svare)'],
  danish: ['(?:det )?(?:jeg kan|kan jeg) (?:desværre )?ikke (?:hjælpe|svare|besvare)'],
  finnish: ['en (?:valitettavasti )?(?:voi|pysty) (?:\\S+ ){0,2}?(?:auttaa|auttamaan|vastata|vastaamaan|keskustella)'],
  hungarian: ['(?:\\S+ ){0,2}?nem tudok (?:\\S+ ){0,2}?(?:segíteni|válaszolni)'],
  turkish: ['(?:\\S+ ){0,3}?(?:yardımcı olamam|yardım edemem|yardımcı olamıyorum|yanıt veremem|cevap veremem)'],
  indonesian: ['saya (?:tidak|tak) (?:dapat|bisa) (?:membantu|menjawab|memproses|membahas)'],
  vietnamese: ['tôi không thể (?:giúp|hỗ trợ|trả lời|thực hiện yêu cầu)'],
  chinese: [
    '(?:这个|這個|该|該|此)?(?:问题|問題|请求|請求|话题|話題)?我(?:暂时|暫時)?(?:还|還)?(?:无法|無法|不能|没法)(?:回答|讨论|討論|处理|處理|提供|帮助|幫助|协助|協助|满足|滿足)',
    '(?:让|讓)?(?:我们|我們|咱们)?换个话题(?:吧|聊聊)?|(?:讓)?我們換個話題(?:吧|聊聊)?',
  ],
  japanese: [
    '(?:(?:その|この|ご)?(?:質問|依頼|リクエスト|要望|件|こと|内容|トピック)?(?:には|に|は|については|について))?(?:お答え|お応え|ご回答|お手伝い|お話し|ご対応)(?:する(?:こと|事)は?|は)?(?:でき(?:ません|かねます)|いたしかねます)',
  ],
  korean: ['(?:\\S+ ){0,3}?(?:도와 ?드릴|답변(?:해 ?드릴|할|드릴)|대답(?:해 ?드릴|할)|응답할) 수 ?(?:가 )?없(?:습니다|어요)'],
  arabic: ['(?:أنا )?لا (?:أستطيع|يمكنني|أقدر)(?: على)? (?:مساعد|الإجابة|أن أساعد|مناقشة|تلبية|معالجة)'],
  hindi: ['मैं (?:\\S+ ){0,4}?(?:मदद|सहायता|उत्तर|जवाब|चर्चा) नहीं (?:कर|दे) सक'],
} satisfies Readonly<Record<string, readonly string[]>>).flat();

/** How a sentence begins that declines, before what it cannot do. */
const REGRET =
  "(?:(?:(?:i[’']m|i am) (?:\\S+ )?sorry|sorry|apologies|unfortunately|i[’']m afraid|no|infelizmente|desculpe|lo siento|lamentablemente|désolée?|malheureusement|leider|tut mir leid|purtroppo|mi dispiace|извините|к сожалению|niestety|bohužel|helaas|tyvärr|dessverre|beklager|desværre|valitettavasti|sajnos|ho sento|din păcate|maaf|mohon maaf|rất tiếc|maalesef|üzgünüm|抱歉|对不起|對不起|申し訳(?:ありません|ございません)(?:が)?|죄송하지만|죄송합니다만|عذر[اًا]+|खेद है)[,.，、،]?\\s*(?:(?:but|pero|mas|mais|aber|ma|но|ale|maar|men|mutta|de|però|dar|tapi)\\s)?(?:that )?)?";
/** A condition, and whatever goes on, is what somebody says; a refusal has none. */
const CONDITION =
  /[,;:，；：]|\b(?:is|was|said|says|without|unless|until|if|because|when|while|today|tonight|tomorrow|ohne|wenn|weil|bis|sin|si|hasta|porque|sans|jusqu|parce|sem|até|senza|finché|perché)(?![\p{L}])|без|если|пока/iu;
/** Who asks for what it was sent, or greets, has not read it. */
const ASKS_BACK =
  /^(?:(?:hello|hi|hey|sure|of course|certainly|great)[^.!?,]{0,20}[.!,] )?(?:(?:please|could you(?: please)?|can you(?: please)?) (?:provide|share|paste|send|give)(?: me)?(?: with)? (?:the|your|more|some) (?:\w+ )?(?:text|lesson|content|document|passage|topic|details|information|message|file|article|transcript)\b(?:[^.]{0,20}\b(?:i can|you(?:[’']d| would) like|you want|me to)\b.*|[.…?!]*$)|(?:how|what) (?:can|may|could) i (?:help|assist|do for) you(?: with)?(?: today)?\?*$)/i;
/** What stands around a text without being said: signs, brackets, 'Note:'. */
const BEFORE =
  /^[\s\p{P}\p{S}\p{Cf}\ufe0f]+|^(?:note|answer|response|assistant|hinweis|antwort|nota|respuesta|resposta|remarque|réponse)\s?[:：]/iu;
const AFTER = /[\s\p{P}\p{S}\ufe0f]+$/u;

const DECLINING = new RegExp(`^${REGRET}(?:${DECLINES.join('|')})(?<rest>.{0,60})$`, 'iu');

function bare(text: string): string {
  let said = text.trim();
  for (let before = ''; before !== said;) [before, said] = [said, said.replace(BEFORE, '')];
  return said;
}

/** Tells whether all that a text says is that its author does not do what was asked, or asks what to do. */
export function declinesShortly(text: string): boolean {
  if (text.length > LONGEST) return false;
  const said = bare(text);
  if (ASKS_BACK.test(said)) return true;
  const rest = DECLINING.exec(said.replace(AFTER, ''))?.groups?.['rest'];
  return rest !== undefined && !CONDITION.test(rest);
}

/** What fills a field with nothing: a name of the schema, a value that is none. */
const NOTHING = /^(?:n\/?a|string|null|undefined|none|nan|todo|tbd|\{+\w+\}+|\[object Object\])[.!]?$/i;

/** Tells whether a text is none. @param prompt who teaches the word may use it: a type, a value */
export function isNothing(text: string, prompt: string): boolean {
  const said = text.trim();
  if (!NOTHING.test(said)) return false;
  const word = said.replaceAll(/[^\w/ ]/g, '');
  return !new RegExp(`(?<![:,[\\w])${word}(?!\\w|":)`, 'i').test(prompt);
}
