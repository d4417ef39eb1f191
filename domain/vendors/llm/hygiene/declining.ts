/** How a model declines in one of the languages of courses. */
interface Declining {
  /** How a text begins that says nothing else. */
  readonly begins: readonly RegExp[];
  /** What an answer says somewhere that is no document: with nothing else in it, less tells it. */
  readonly says: RegExp;
}

const QUOTE = '^[\\s"“”«»*_#>-]{0,6}';
const begins = (pattern: string) => new RegExp(QUOTE + pattern, 'iu');

/** The languages in which models decline; their names are for readers of this file. */
const LANGUAGES: readonly Declining[] = Object.values({
  english: {
    begins: [
      begins(
        "(?:(?:i['’]m|i am) (?:\\w+ ){0,2}sorry|sorry|my apologies|apologies|unfortunately)[,.!]?(?: but)? (?:i|as an ai)\\b.{0,40}?(?:can['’]?t|can ?not|unable|not able|won['’]t|will not|must decline).{0,60}?(?:help|assist|comply|fulfil|provide|create|generate|write|continue|answer|discuss|translate|do (?:that|this)|request)",
      ),
      begins(
        "i (?:can['’]?t|can ?not|am unable to|am not able to|['’]m unable to|won['’]t|will not|must decline to) (?:help|assist|comply|fulfil|continue|provide|create|generate|write|answer|translate|discuss)\\b.{0,40}?(?:this|that|your|the request|with)",
      ),
      begins('as an? (?:ai\\b|artificial intelligence|(?:large )?language model)'),
    ],
    says: /\b(?:i(?:'|’)?m|i am|we(?:'|’)?re) (?:very |really )?(?:sorry|unable|not able|afraid)\b|\bi (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|must decline|decline)\b|\b(?:unable|not able) to (?:help|assist|comply|provide|fulfil)/i,
  },
  spanish: {
    begins: [
      begins(
        '(?:lo siento|lo lamento|disculp[ae]|perd[oó]n)[,.]?\\s*(?:pero )?no (?:puedo|me es posible|podr[eé]).{0,20}?(?:ayudar|asistir|cumplir|proporcionar|crear|generar|escribir|continuar|responder|traducir|hacer)',
      ),
    ],
    says: /\blo siento\b|\bno puedo (?:ayudar|cumplir|responder|proporcionar|generar)/i,
  },
  french: {
    begins: [
      begins(
        "(?:(?:je suis )?désolée?|je regrette|je m[’']excuse)[,.]?\\s*(?:mais )?je ne (?:peux|suis pas|pourrai).{0,40}?(?:aider|répondre|fournir|créer|écrire|traduire|continuer|satisfaire|faire|mesure)",
      ),
    ],
    says: /\bje (?:suis désolé|ne peux pas|ne suis pas en mesure)|\bdésolé/i,
  },
  german: {
    begins: [
      begins(
        '(?:es tut mir (?:sehr )?leid|tut mir leid|entschuldigung|leider)[,.]?\\s*(?:aber )?(?:(?:dabei |das )?(?:kann|darf) ich|ich (?:kann|darf)).{0,40}?(?:helfen|erfüllen|bereitstellen|erstellen|schreiben|beantworten|übersetzen|unterstützen|tun)',
      ),
    ],
    says: /\b(?:es )?tut mir leid\b|\bich kann (?:dabei|dir|ihnen|das|diese[rn]?|nicht)\b/i,
  },
  portuguese: {
    begins: [
      begins(
        '(?:desculpe|sinto muito|lamento)[,.]?\\s*(?:mas )?(?:eu )?não (?:posso|consigo|poderei).{0,20}?(?:ajudar|atender|fornecer|criar|gerar|escrever|continuar|responder|traduzir|fazer)',
      ),
    ],
    says: /\b(?:sinto muito|desculpe|não posso)\b/i,
  },
  italian: {
    begins: [
      begins(
        '(?:mi dispiace|spiacente|scusa(?:te)?)[,.]?\\s*(?:ma )?non (?:posso|sono in grado).{0,30}?(?:aiutar|soddisfare|fornire|creare|generare|scrivere|continuare|rispondere|tradurre|fare)',
      ),
    ],
    says: /\b(?:mi dispiace|non posso)\b/i,
  },
  russian: {
    begins: [
      begins(
        '(?:извините|простите|прошу прощения|к сожалению|мне жаль)[,.]?\\s*(?:но )?я не (?:могу|смогу|в состоянии).{0,40}?(?:помочь|выполнить|ответить|создать|написать|перевести|предоставить|сделать)',
      ),
    ],
    says: /извините|к сожалению|не могу/i,
  },
  chinese: {
    begins: [
      begins(
        '(?:非常|很)?(?:抱歉|对不起|不好意思|遗憾)[，,。]?\\s*(?:但(?:是)?)?我?(?:无法|不能|没办法).{0,20}?(?:帮|协助|提供|完成|回答|满足|生成|翻译|创建|写)',
      ),
    ],
    says: /抱歉|对不起|對不起|无法(?:提供|满足|协助)|不能(?:提供|协助)/,
  },
  japanese: {
    begins: [
      begins(
        '(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい|恐れ入りますが).{0,40}?(?:お手伝い|お答え|対応|ご要望|お応え|作成|翻訳|提供).{0,10}?(?:できません|できかねます|いたしかねます)',
      ),
    ],
    says: /申し訳|できません|お手伝いできません/,
  },
  korean: {
    begins: [begins('(?:죄송|미안).{0,40}?(?:도와|도움|답변|제공|요청|작성|번역|수행).{0,20}?(?:없습니다|없어요|어렵습니다|못합니다)')],
    says: /죄송|미안|도와드릴 수 없/,
  },
  arabic: {
    begins: [
      begins(
        '(?:عذرا|عذرًا|آسف|آسفة|أعتذر|معذرة).{0,20}?(?:لا أستطيع|لا يمكنني|لا أقدر|لن أتمكن).{0,30}?(?:مساعد|تلبية|تقديم|إنشاء|كتابة|الإجابة|ترجمة|المتابعة|ذلك)',
      ),
    ],
    says: /عذر|آسف|لا أستطيع|لا يمكنني/,
  },
  hindi: {
    begins: [begins('(?:मुझे खेद है|मुझे माफ़ करें|क्षमा करें|माफ़ कीजिए|माफ़ करें).{0,60}?(?:नहीं कर सक|मदद नहीं|असमर्थ|उत्तर नहीं)')],
    says: /खेद है|क्षमा करें|मदद नहीं कर/,
  },
} satisfies Readonly<Record<string, Declining>>);

/** Longer texts that begin so go on with something else; longer answers without a document are texts that went wrong. */
const LONGEST = { text: 600, answer: 800 } as const;

/** Tells whether a text of an answer declines and says nothing else. */
export const isRefusal = (text: string): boolean =>
  text.length <= LONGEST.text && LANGUAGES.some((language) => language.begins.some((pattern) => pattern.test(text)));

/** Tells whether an answer that holds no JSON declines in plain words: asking the same service again brings the same. */
export function isDeclined(answer: string): boolean {
  const said = answer.trim();
  const isWords = said.length > 0 && said.length <= LONGEST.answer && !said.includes('{');
  return isWords && (isRefusal(said) || LANGUAGES.some(({ says }) => says.test(said)));
}
