import type { Language } from '../compose/brief.ts';

/** Texts of a question kind and of its explanation. `{point}`, `{wrong}` and `{points}` are clauses of the lesson. */
export interface KindWords {
  /** True or false: a statement and its two options. */
  readonly truth: string;
  readonly yes: string;
  readonly no: string;
  /** Multiple choice. */
  readonly several: string;
  /** Ordering. */
  readonly sequence: string;
  readonly explainSequence: string;
  /** Free text. */
  readonly own: string;
}

export const KIND_WORDS: Readonly<Record<Language, KindWords>> = {
  english: {
    truth: 'True or false: {point}',
    yes: 'True',
    no: 'False',
    several: 'Which of these does the lesson about {focus} support? Several may be right.',
    sequence: 'In which order does the lesson come to these statements?',
    explainSequence: 'The lesson goes from one to the next like this: {points}',
    own: 'Say in two or three sentences of your own what the lesson argues about {focus}.',
  },
  spanish: {
    truth: 'Verdadero o falso: {point}',
    yes: 'Verdadero',
    no: 'Falso',
    several: '¿Cuáles de estas frases defiende la lección sobre {focus}? Puede haber varias correctas.',
    sequence: '¿En qué orden llega la lección a estas frases?',
    explainSequence: 'La lección va de una a otra así: {points}',
    own: 'Di en dos o tres frases propias qué defiende la lección sobre {focus}.',
  },
  french: {
    truth: 'Vrai ou faux : {point}',
    yes: 'Vrai',
    no: 'Faux',
    several: 'Lesquelles de ces phrases la leçon {focus} défend-elle ? Plusieurs peuvent être justes.',
    sequence: 'Dans quel ordre la leçon en vient-elle à ces phrases ?',
    explainSequence: 'La leçon passe de l’une à l’autre ainsi : {points}',
    own: 'Dites en deux ou trois phrases à vous ce que la leçon défend sur ce sujet : {focus}.',
  },
  german: {
    truth: 'Richtig oder falsch: {point}',
    yes: 'Richtig',
    no: 'Falsch',
    several: 'Welche dieser Sätze vertritt die Lektion {focus}? Es können mehrere stimmen.',
    sequence: 'In welcher Reihenfolge kommt die Lektion auf diese Sätze?',
    explainSequence: 'Die Lektion geht so von einem zum nächsten: {points}',
    own: 'Sagen Sie in zwei oder drei eigenen Sätzen, was die Lektion zu diesem Thema vertritt: {focus}.',
  },
  chinese: {
    truth: '对还是错：{point}',
    yes: '对',
    no: '错',
    several: '{focus}这一课支持下面哪些说法？可能不止一个。',
    sequence: '这一课按什么顺序讲到这些说法？',
    explainSequence: '课文是这样一步步讲的：{points}',
    own: '用你自己的两三句话说明：关于{focus}，这一课主张什么？',
  },
  japanese: {
    truth: '正しいですか、間違いですか：{point}',
    yes: '正しい',
    no: '間違い',
    several: '{focus}のレッスンが支持する文はどれですか。複数あるかもしれません。',
    sequence: 'レッスンはどの順番でこれらの文に進みますか。',
    explainSequence: 'レッスンはこのように進みます：{points}',
    own: '{focus}についてレッスンが主張していることを、自分の言葉で二、三文で説明してください。',
  },
  korean: {
    truth: '맞을까요, 틀릴까요: {point}',
    yes: '맞다',
    no: '틀리다',
    several: '{focus} 수업이 지지하는 문장은 무엇입니까? 여러 개일 수 있습니다.',
    sequence: '수업은 어떤 순서로 이 문장들에 이릅니까?',
    explainSequence: '수업은 이렇게 나아갑니다: {points}',
    own: '{focus}에 대해 수업이 주장하는 것을 자신의 말로 두세 문장으로 설명해 보세요.',
  },
  arabic: {
    truth: 'صواب أم خطأ: {point}',
    yes: 'صواب',
    no: 'خطأ',
    several: 'أي هذه الجمل يؤيدها درس {focus}؟ قد يصح أكثر من واحدة.',
    sequence: 'بأي ترتيب يصل الدرس إلى هذه الجمل؟',
    explainSequence: 'ينتقل الدرس من واحدة إلى أخرى هكذا: {points}',
    own: 'قل في جملتين أو ثلاث من عندك ما الذي يقوله الدرس عن {focus}.',
  },
  hindi: {
    truth: 'सही या गलत: {point}',
    yes: 'सही',
    no: 'गलत',
    several: '{focus} का पाठ इनमें से किन बातों का समर्थन करता है? एक से अधिक सही हो सकती हैं।',
    sequence: 'पाठ किस क्रम में इन बातों तक पहुँचता है?',
    explainSequence: 'पाठ एक से दूसरी बात तक इस तरह जाता है: {points}',
    own: 'अपने दो या तीन वाक्यों में बताइए कि पाठ {focus} के बारे में क्या कहता है।',
  },
  portuguese: {
    truth: 'Verdadeiro ou falso: {point}',
    yes: 'Verdadeiro',
    no: 'Falso',
    several: 'Quais destas frases a lição sobre {focus} defende? Pode haver várias certas.',
    sequence: 'Em que ordem a lição chega a estas frases?',
    explainSequence: 'A lição passa de uma à outra assim: {points}',
    own: 'Diga em duas ou três frases suas o que a lição defende sobre {focus}.',
  },
  italian: {
    truth: 'Vero o falso: {point}',
    yes: 'Vero',
    no: 'Falso',
    several: 'Quali di queste frasi sostiene la lezione su {focus}? Possono essere più di una.',
    sequence: 'In quale ordine la lezione arriva a queste frasi?',
    explainSequence: 'La lezione passa dall’una all’altra così: {points}',
    own: 'Di’ con due o tre frasi tue che cosa sostiene la lezione su {focus}.',
  },
  russian: {
    truth: 'Верно или неверно: {point}',
    yes: 'Верно',
    no: 'Неверно',
    several: 'Какие из этих утверждений поддерживает урок? Верных может быть несколько.',
    sequence: 'В каком порядке урок приходит к этим утверждениям?',
    explainSequence: 'Урок переходит от одного к другому так: {points}',
    own: 'Скажите двумя-тремя своими предложениями, что утверждает урок.',
  },
};
