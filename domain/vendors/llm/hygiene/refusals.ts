const QUOTE = '^[\\s"“”«»*_#>-]{0,6}';
const begins = (pattern: string) => new RegExp(QUOTE + pattern, 'iu');

/** How a model declines, in the languages of courses: how a text begins that says nothing else. */
const REFUSALS = [
  begins(
    "(?:(?:i['’]m|i am) (?:\\w+ ){0,2}sorry|sorry|my apologies|apologies|unfortunately)[,.!]?(?: but)? (?:i|as an ai)\\b.{0,40}?(?:can['’]?t|can ?not|unable|not able|won['’]t|will not|must decline).{0,60}?(?:help|assist|comply|fulfil|provide|create|generate|write|continue|answer|discuss|translate|do (?:that|this)|request)",
  ),
  begins(
    "i (?:can['’]?t|can ?not|am unable to|am not able to|['’]m unable to|won['’]t|will not|must decline to) (?:help|assist|comply|fulfil|continue|provide|create|generate|write|answer|translate|discuss)\\b.{0,40}?(?:this|that|your|the request|with)",
  ),
  begins('as an? (?:ai\\b|artificial intelligence|(?:large )?language model)'),
  begins(
    '(?:lo siento|lo lamento|disculp[ae]|perd[oó]n)[,.]?\\s*(?:pero )?no (?:puedo|me es posible|podr[eé]).{0,20}?(?:ayudar|asistir|cumplir|proporcionar|crear|generar|escribir|continuar|responder|traducir|hacer)',
  ),
  begins(
    "(?:(?:je suis )?désolée?|je regrette|je m[’']excuse)[,.]?\\s*(?:mais )?je ne (?:peux|suis pas|pourrai).{0,40}?(?:aider|répondre|fournir|créer|écrire|traduire|continuer|satisfaire|faire|mesure)",
  ),
  begins(
    '(?:es tut mir (?:sehr )?leid|tut mir leid|entschuldigung|leider)[,.]?\\s*(?:aber )?(?:(?:dabei |das )?(?:kann|darf) ich|ich (?:kann|darf)).{0,40}?(?:helfen|erfüllen|bereitstellen|erstellen|schreiben|beantworten|übersetzen|unterstützen|tun)',
  ),
  begins(
    '(?:desculpe|sinto muito|lamento)[,.]?\\s*(?:mas )?(?:eu )?não (?:posso|consigo|poderei).{0,20}?(?:ajudar|atender|fornecer|criar|gerar|escrever|continuar|responder|traduzir|fazer)',
  ),
  begins(
    '(?:mi dispiace|spiacente|scusa(?:te)?)[,.]?\\s*(?:ma )?non (?:posso|sono in grado).{0,30}?(?:aiutar|soddisfare|fornire|creare|generare|scrivere|continuare|rispondere|tradurre|fare)',
  ),
  begins(
    '(?:извините|простите|прошу прощения|к сожалению|мне жаль)[,.]?\\s*(?:но )?я не (?:могу|смогу|в состоянии).{0,40}?(?:помочь|выполнить|ответить|создать|написать|перевести|предоставить|сделать)',
  ),
  begins(
    '(?:非常|很)?(?:抱歉|对不起|不好意思|遗憾)[，,。]?\\s*(?:但(?:是)?)?我?(?:无法|不能|没办法).{0,20}?(?:帮|协助|提供|完成|回答|满足|生成|翻译|创建|写)',
  ),
  begins(
    '(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい|恐れ入りますが).{0,40}?(?:お手伝い|お答え|対応|ご要望|お応え|作成|翻訳|提供).{0,10}?(?:できません|できかねます|いたしかねます)',
  ),
  begins('(?:죄송|미안).{0,40}?(?:도와|도움|답변|제공|요청|작성|번역|수행).{0,20}?(?:없습니다|없어요|어렵습니다|못합니다)'),
  begins(
    '(?:عذرا|عذرًا|آسف|آسفة|أعتذر|معذرة).{0,20}?(?:لا أستطيع|لا يمكنني|لا أقدر|لن أتمكن).{0,30}?(?:مساعد|تلبية|تقديم|إنشاء|كتابة|الإجابة|ترجمة|المتابعة|ذلك)',
  ),
  begins('(?:मुझे खेद है|मुझे माफ़ करें|क्षमा करें|माफ़ कीजिए|माफ़ करें).{0,60}?(?:नहीं कर सक|मदद नहीं|असमर्थ|उत्तर नहीं)'),
];

/** A longer text that begins so goes on with something else. */
const LONGEST = 600;

/** Tells whether a text declines and says nothing else. */
export const isRefusal = (text: string): boolean => text.length <= LONGEST && REFUSALS.some((pattern) => pattern.test(text));
