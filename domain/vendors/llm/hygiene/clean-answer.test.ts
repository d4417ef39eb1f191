import { describe, expect, it } from 'vitest';
import { cleanAnswer } from './clean-answer.ts';
import { withoutMarks } from './marks.ts';
import { isDeclined, isRefusal } from './declining.ts';
import { PURPOSES, TEXT_PURPOSES as ALL, type Purpose } from './purposes.ts';

const TEXT = 'Bees keep the brood at 35 °C. They fan in summer, and shiver in winter.';
const clean = (value: unknown, purpose: Purpose = 'mentor', prompt = '') => cleanAnswer(value, purpose, { prompt });
/** Answers that are judged as a whole; for `parts`, each text is judged. */
const WHOLE = ALL.filter((purpose) => PURPOSES[purpose] !== 'parts');
const READ = ALL.filter((purpose) => PURPOSES[purpose] === 'read');

describe('chat template tokens', () => {
  it.each([
    ['ChatML, and another turn', `${TEXT}\n\n<|im_end|>\n<|im_start|>assistant\nHere is more.`],
    ['Llama 3', `${TEXT}<|eot_id|>`],
    ['Llama 3, with a header', `${TEXT}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nMore`],
    ['Llama 2 and Mistral', `${TEXT}</s>`],
    ['Mistral, and another turn', `${TEXT}\n[/INST] Sure </s>`],
    ['Gemma', `${TEXT}\n<end_of_turn>\n<start_of_turn>user`],
    ['GPT-2', `${TEXT}<|endoftext|>`],
    ['DeepSeek', `${TEXT}<｜end▁of▁sentence｜>`],
    ['Phi', `<|assistant|>\n${TEXT}<|end|>`],
    ['any model, by its form', `${TEXT}<|reserved_special_token_247|><|EOT|>`],
    ['any model, with another turn', `${TEXT}<|observation|>\nSunny`],
    ['DeepSeek, in ASCII', `${TEXT}<|end▁of▁sentence|>`],
    ['Gemma 4', `${TEXT}<turn|>\n<|turn>user\nMore`],
    ['Gemma, of its reserve', `${TEXT}<unused6226>`],
    ['SmolVLM', `${TEXT}<end_of_utterance>`],
    ['Mistral, before a call', `${TEXT}[TOOL_CALLS]`],
    ['llama.cpp', `${TEXT} [end of text]`],
    ['a batch', `${TEXT}<pad><pad><pad>`],
    ['one that was cut', `${TEXT}<|im_end`],
    ['Alpaca', `${TEXT}\n\n### Instruction:\nNo\n### Response:`],
    ['Vicuna', `${TEXT}\n\nUSER:`],
    ['in capitals', `${TEXT}<EOS>`],
    ['GLM’s reserve', `${TEXT}<EOT>`],
    ['T5', `${TEXT}<extra_id_0>`],
    ['Baichuan', `${TEXT}<reserved_106>`],
    ['Gemini', `${TEXT}<ctrl100>`],
    ['a code model', `${TEXT}<fim_prefix>`],
    ['CPM', `${TEXT}<eod>`],
    ['half of Gemma’s', `${TEXT}<end_of_tur`],
    ['an escaped one', `${TEXT}&lt;|im_end|&gt;`],
    ['EXAONE', `${TEXT}[|endofturn|]`],
    ['a role in brackets', `${TEXT}[/ASSISTANT]`],
    ['a word in brackets', `${TEXT} [END]`],
    ['BERT', `${TEXT}[SEP]`],
    ['BART', `${TEXT}<mask>`],
    ['an end', `${TEXT}\n<end>`],
    ['an element that is closed', `${TEXT}\n</assistant>`],
    ['an element around it', `<answer>\n${TEXT}\n</answer>`],
    ['ChatGLM', `[gMASK]sop ${TEXT}`],
    ['a bot', `[BOT] ${TEXT}`],
    ['a role before it', `assistant\n\n${TEXT}`],
    ['a role behind it', `${TEXT}\nassistant`],
    ['another turn, of roles alone', `${TEXT}\nuser\nThanks! More?\nassistant\nSure, here is more.`],
    ['another turn, in lower case', `${TEXT}\n\nuser: Thank you!\nassistant: You are welcome!`],
    ['another turn within a line', `${TEXT} assistant: Sure, here is more of it.`],
    ['another turn, with labels', `${TEXT}\n\nHuman: Thank you!\n\nAssistant: You are welcome!`],
  ])('end the text, for every purpose: %s', (_, text) => {
    for (const purpose of ALL) expect(clean({ list: [{ text }] }, purpose)).toEqual({ value: { list: [{ text: TEXT }] } });
  });

  it('in the middle of a text are requested again, and so is a text of which nothing is left', () => {
    expect(clean({ text: `${TEXT} <|im_end|> ${TEXT}` })).toHaveProperty('problem');
    expect(clean({ text: '<|im_end|><|im_start|>user' })).toHaveProperty('problem');
  });

  it.each(['They fan[EOS]', 'They fan<eot>', 'They fan</assistant>', 'They fan\nassistant'])('end a text without a full stop: %s', (text) =>
    expect(withoutMarks(text)).toBe('They fan'),
  );

  it.each(['TheyĠfanĠtheirĠwings.', '▁They▁fan▁their▁wings.', 'They <unk> their wings.'])(
    'are requested again if they replace words and blanks, unless a lesson is about them: %s',
    (text) => {
      expect(clean({ text })).toMatchObject({ flaw: 'marks' });
      expect(clean({ text }, 'lesson', 'How a tokenizer works')).toEqual({ value: { text } });
    },
  );

  it.each([
    'Draw [START] → [WORK] → [END]',
    'The cat sat on the [MASK]',
    'git clone <repo_1>',
    'Each sensor writes a[i] <end',
    'manager\nassistant',
    '- a user\n- an assistant',
    'The HTML tag </output>',
    'Ġorġ lives in Malta.',
    'Fill in ▁▁▁▁ and ▁▁▁.',
    '[BOT] Hello!\n[USER] Hi!',
    'Assistant: May I help you?\nCustomer: Yes, please.',
    'So an interview begins.\n\nHuman: How are you?\n\nAssistant: Fine, and you?',
    'Ein Gespräch mit einer KI sieht so aus.\n\nUser: Hallo!\nAssistant: Guten Tag!',
    'Here is a dialogue.\n\nUser: Hello!\nAssistant: Good morning!',
    'Read it aloud:\n\nHuman: Where are you?\nAI: Here.',
    'Was <S>ten</S> now five.',
    'Replace &lt;name&gt; by yours.',
  ])('are not words in brackets, or names of speakers: %s', (text) => expect(withoutMarks(text)).toBe(text));

  it('are left if a text is about them, in code, or if they are only markup', () => {
    for (const text of [
      `Each turn ends with \`<|im_end|>\`. ${TEXT}`,
      '```\n<s>[INST] Hi [/INST]\n```\n' + TEXT,
      `Was <s>ten</s> now five. ${TEXT}`,
      `A \\<|im_end|> is shown. ${TEXT}`,
      `By the triangle $|a+b|<|a|$ is wrong. ${TEXT}`,
      `Write \`f <| x\` or x |> f. ${TEXT}`,
      `A list<T> has a <= b, and a<b|c. ${TEXT}`,
      `User: Hello!\nBot: Good morning!\n\n${TEXT}`,
    ])
      expect(withoutMarks(text)).toBe(text);
  });
});

describe('a refusal', () => {
  it.each([
    "I'm sorry, but I can't help with that.",
    'I’m sorry, but I can’t assist with that request.',
    'I cannot fulfil this request.',
    'As an AI language model, I cannot see your course.',
    'Sorry, I am unable to provide this.',
    'Lo siento, pero no puedo ayudar con eso.',
    'Désolé, je ne peux pas vous aider avec cette demande.',
    'Es tut mir leid, aber dabei kann ich nicht helfen.',
    'Desculpe, mas não posso ajudar com isso.',
    'Mi dispiace, ma non posso aiutarti con questa richiesta.',
    'Извините, но я не могу помочь с этим.',
    '抱歉，我无法提供帮助。',
    '申し訳ありませんが、そのご要望にはお応えできません。',
    '죄송하지만 그 요청은 도와드릴 수 없습니다.',
    'عذرًا، لا أستطيع مساعدتك في ذلك.',
    'मुझे खेद है, लेकिन मैं इसमें मदद नहीं कर सकता।',
    // without an apology
    "I'm not able to help with that.",
    'I won’t be able to help with that request.',
    "I don't feel comfortable writing this.",
    'I must decline this request.',
    "I apologize, but I'm not able to help.",
    'It is against my guidelines to provide this.',
    'No puedo ayudar con eso.',
    'Je ne peux pas vous aider avec cela.',
    'Ich kann dir dabei leider nicht helfen.',
    'Dabei kann ich nicht helfen.',
    'Não posso ajudar com isso.',
    'Non posso aiutarti con questa richiesta.',
    'Я не могу обсуждать эту тему. Давайте поговорим о чём-нибудь другом.',
    '我无法提供这方面的帮助。',
    '抱歉，我還不能幫你處理這個請求。',
    '你好，这个问题我暂时无法回答，让我们换个话题再聊聊吧。',
    '作为一个人工智能语言模型，我还没学习如何回答这个问题。',
    'そのリクエストにはお応えできません。',
    '요청하신 내용을 도와드릴 수 없습니다.',
    'لا يمكنني مساعدتك في ذلك.',
    'मैं इसमें आपकी सहायता नहीं कर सकता।',
    // these offer something else
    'I’m sorry, but I can’t help with that, but I can suggest 3 other topics. Which one would you like?',
    'I cannot help with that request, but if you have 5 minutes, tell me more. I am here.',
    'Es tut mir leid, aber dabei kann ich nicht helfen, aber ich kann 3 andere Themen nennen. Welches?',
    'Lo siento, no puedo ayudar con eso, pero puedo proponer 3 temas. ¿Cuál?',
    'I cannot help with this request. It is against the rules.',
    // of a filter
    'The response was blocked by our content filter. Please try again with another prompt.',
    'Content blocked by the safety settings. Rephrase your request.',
    'This request violates our content policy.',
    'The response was blocked by our content filter.',
    'Content not available due to safety settings.',
    // in languages without courses
    'Het spijt me, maar ik kan je daar niet bij helpen.',
    'Przepraszam, ale nie mogę w tym pomóc.',
    'Üzgünüm, bu isteği yerine getiremiyorum.',
    'Вибачте, але я не можу допомогти з цим.',
    'Omlouvám se, ale s tím vám nemohu pomoci.',
    'Förlåt, men jag kan inte hjälpa till med det.',
    'Maaf, saya tidak dapat membantu dengan permintaan itu.',
    'Xin lỗi, tôi không thể giúp bạn với yêu cầu này.',
    'ขออภัย ฉันไม่สามารถช่วยเรื่องนั้นได้',
  ])('is no answer, for any purpose: %s', (text) => {
    expect([isRefusal(text), isDeclined(text)]).toEqual([true, true]);
    for (const purpose of WHOLE)
      expect(
        clean(
          {
            flash_cards: [
              { front: 'What do bees eat?', back: text },
              { front: 'Where?', back: text },
            ],
          },
          purpose,
        ),
      ).toHaveProperty('problem');
  });

  it('is not one if one card of several teaches it, if the prompt mentions one, or if more follows', () => {
    const [no] = ["I'm sorry, but I can't help with that."];
    const cards = [no, 'Pollen', 'Honey'].map((back, at) => ({ front: `Card ${at}`, back }));
    expect(clean({ flash_cards: cards }, 'flash-cards')).toHaveProperty('value');
    expect(clean({ reason: no }, 'review', JSON.stringify({ text: no }))).toHaveProperty('value');
    expect(isRefusal(`${no} ${TEXT.repeat(10)}`)).toBe(false);
    for (const text of [
      'Sorry is a word that mends little.',
      'I can’t help falling in love.',
      'No puedo ir al cine.',
      'Unfortunately the bees left.',
      'I can’t believe that this works.',
      'I can’t do that without you, said the fox.',
      'The input is filtered by a low-pass filter.',
      'A response is blocked by the Content-Security-Policy of the page.',
      'No puedo escribir sin mis gafas.',
      'Ich kann heute nicht kommen.',
      '无法完成该操作时，请重启服务器。',
      '이 함수는 값을 처리할 수 없습니다.',
      'このメソッドは入力を変更できません。',
      'Helaas is de bij verdwenen.',
      // these say something all the same
      'Unfortunately, I cannot write the formula without the mass, but with m = 4 kg it is 39 N. So the answer is 39 N.',
      'Sorry, I cannot answer this without the year, but in 2020 it was 35.5 °C. Look it up for yours.',
      'Leider kann ich das ohne die Masse nicht beantworten, aber mit m = 4 kg sind es 39 N. Die Antwort ist also 39 N.',
      'Lo siento, no puedo responder sin la masa, pero con m = 4 kg son 39 N. La respuesta es 39 N.',
      'Désolé, je ne peux pas répondre sans la masse, mais avec m = 4 kg on a 39 N. La réponse est donc 39 N.',
      'Извините, я не могу ответить без массы, но при m = 4 кг получается 39 Н. Ответ: 39 Н.',
      '抱歉，没有质量我无法回答，但m = 4 kg时是39 N。所以答案是39 N。',
      'The content is blocked by the safety settings of the browser. Turn them off under Settings, and load the page again.',
      'The request is rejected by the content filter of the proxy. Add the address to its list.',
      'I cannot help with this is what a polite clerk says.',
      '“I cannot help with that” is how a clerk ends a talk.',
      'No puedo ayudar con eso es lo que dice un empleado.',
    ])
      expect(isRefusal(text), text).toBe(false);
  });
});

describe('a loop', () => {
  const long = Array.from(
    { length: 60 },
    (_, at) => `In week ${at} the colony grows by another ${at * 37} bees, as the notes of that year say.`,
  ).join(' ');
  it('is found at its place: a sentence at the end of a long text, a section that comes three times', () => {
    expect(clean({ text: `${long}\n\n${'It is important to note that practice makes perfect. '.repeat(25)}` }, 'lesson')).toHaveProperty(
      'problem',
    );
    const section = `### Step 1\n\nTake the frame out slowly and look at both of its sides before you put it back into the hive again.`;
    for (const between of ['\n\n', '\n'])
      expect(clean({ text: [section, section, section].join(between) }, 'lesson')).toHaveProperty('problem');
  });
  it.each([
    ['a word', 'the '.repeat(80)],
    ['what only its numbers change', Array.from({ length: 60 }, (_, n) => `Step ${n + 1}: do it. `).join('')],
    ['a sign', 'a'.repeat(300)],
    ['a sign of a script without blanks', '非常'.repeat(100)],
    ['an item of a list', '- Look at the hive\n'.repeat(20)],
    ['half a sentence', 'and then you look at it, '.repeat(40)],
    ['two sentences in turn', 'Open the hive and look inside. Close it again and go home. '.repeat(5)],
    ['two sentences in turn, in German', 'Öffne den Stock und schau hinein. Schließe ihn wieder und geh nach Hause. '.repeat(5)],
    ['a clause of many words', 'and then you take the next frame out of the hive and look at it, '.repeat(20)],
    ['a clause of a script without blanks', '打开蜂箱看看里面有什么，'.repeat(8)],
    ['a syllable', 'ha'.repeat(200)],
    ['a picture', '🐝'.repeat(200)],
    ['dots', '.'.repeat(500)],
    ['a line of code', `\`\`\`py\n${'print("look at it")\n'.repeat(60)}\`\`\``],
  ])('is found in endless text: %s', (_, text) => {
    for (const purpose of WHOLE) expect(clean({ text: `${TEXT}\n\n${text}` }, purpose)).toHaveProperty('problem');
  });

  it.each([
    ['two sentences in turn', (at: number) => (at % 2 ? 'The bees dance on the comb again.' : 'Then they fly to the flowers again.')],
    ['Chinese sentences in turn', (at: number) => (at % 2 ? '蜜蜂在蜂巢里跳舞。' : '然后它们飞到花那里去。')],
    [
      'the same three paragraphs',
      (at: number) =>
        `\n\n${['Look at the frame, both of its sides, and every one of its cells with care.', 'Count the cells with eggs in them, and those with larvae, one by one.', 'Note the numbers in your book, with the day and the weather of it.'][at % 3]}`,
    ],
  ])('is found if several parts alternate: %s', (_, part) => {
    for (const purpose of WHOLE)
      expect(clean({ text: `${TEXT}\n\n${Array.from({ length: 16 }, (__, at) => part(at)).join(' ')}` }, purpose), purpose).toHaveProperty(
        'problem',
      );
  });

  it.each([
    [
      'a plan of exercises',
      (at: number) =>
        `${at}. Lift the ${at * 3} kilos of box ${at}. Hold it for ${at * 5} breaths. Put box ${at} down. Rest for one minute before you go on.`,
    ],
    [
      'a plan of days',
      (at: number) => `## Day ${at}\n\nVisit hive ${at} at ${at} o’clock. Look at frame ${at}.\n\nWrite down what you have seen today.`,
    ],
    ['questions and answers', (at: number) => `**Does move ${at} hurt?** Only in week ${at}. See your trainer if it hurts you.`],
    ['a German plan', (at: number) => `Tag ${at}: Besuche Stock ${at}. Zähle ${at * 7} Waben. Schreibe auf, was du heute gesehen hast.`],
    ['a Chinese plan', (at: number) => `第${at}天：看${at}号蜂箱。数${at * 7}个巢房。请写下你今天看到的东西。`],
    [
      'a ballad',
      (at: number) =>
        `The keeper of year ${at} went out to the hive,\nAnd ${at * 9} of his bees were alive.\n\nOh hum, little bee, on the heather and clover,\nOh hum till the long golden summer is over.`,
    ],
  ])('does not exist in %s', (_, part) => {
    const text = Array.from({ length: 7 }, (__, at) => part(at + 1)).join('\n\n');
    for (const purpose of WHOLE) expect(clean({ content: text }, purpose), purpose).not.toHaveProperty('flaw', 'loop');
  });

  it('does not exist in a refrain, in code, or in steps that end alike', () => {
    for (const text of [
      long,
      `${'La la la, sing with me today. '.repeat(4)}\n\n${long}`,
      '```\n' + 'print("the same line again and again")\n'.repeat(40) + '```',
      'Write it down. '.repeat(9),
      `The gene has ${'CAG'.repeat(40)} at its end.`,
      `Name ${'.'.repeat(120)}\n\n${TEXT}`,
      `${'🐝 '.repeat(30)}\n\n${TEXT}`,
      `${'We sing of bees and honey, oh, of bees and honey sweet!\n'.repeat(4)}\n${TEXT}`,
      '```\n' + '0 0 0 0 0 0 0 0\n'.repeat(80) + '```',
      '```asm\n' + 'nop\n'.repeat(80) + '```',
      Array.from({ length: 20 }, (_, n) => `Week ${n + 1}: run ${3 + n} km. `).join('') + TEXT,
      Array.from({ length: 40 }, (_, n) => `${n} km take ${5 * n} min. `).join('') + TEXT,
      `The unit matrix begins with ${'0 '.repeat(49)}and so on.`,
      `${'_'.repeat(200)}\n\n${TEXT}`,
    ])
      expect(clean({ text }, 'lesson')).toEqual({ value: { text } });
  });
});

describe('text that people read unprocessed', () => {
  it.each([
    ['thoughts', '<think>First I plan.</think> Bees dance.'],
    ['a machine that speaks of itself', 'As an AI language model, I have seen no bees. They dance.'],
    ['our prompt', 'The <brief> says language_preference is english. Bees dance.'],
    ['half a sentence', `${TEXT} ${TEXT} ${TEXT} Then the`],
    ['HTML', `${TEXT}\n\n<table><tr><td>35 °C</td></tr></table>\n\nSo it is.`],
    ['image', `${TEXT}\n\n![A bee](https://a.example/bee.png)`],
    ['study that nobody gave', `${TEXT} A 2019 study by Dr. Helen Carter showed it (Carter et al., 2019).`],
  ])('has no %s', (_, text) => {
    for (const purpose of READ) expect(clean({ answer: text }, purpose), purpose).toHaveProperty('problem');
  });

  it('quotes word for word, tags and links included', () => {
    const quotes = ['Write <b>bold</b> (https://bees.example.net.au/a)', 'and so'];
    expect(clean({ answer: TEXT, quotes }, 'mentor')).toEqual({ value: { answer: TEXT, quotes } });
    expect(clean({ flash_cards: [{ front: 'What?', back: 'Bees', passage: quotes[0] }] }, 'flash-cards')).toEqual({
      value: { flash_cards: [{ front: 'What?', back: 'Bees', passage: quotes[0] }] },
    });
  });

  it('takes no more than linear time', () => {
    for (const sign of [
      '<script',
      '[a](https://a.b/',
      'https://',
      'https://a.b/.',
      '(',
      'a study ',
      'University study ',
      '<b>',
      '# a\n',
      'Answer: ',
      '&nbsp;',
    ])
      expect(clean({ answer: sign.repeat(20_000) }, 'mentor', sign.repeat(2_000))).toBeDefined();
  });

  it('may end like the text it was sent, and not within it', () => {
    const prompt = JSON.stringify({ text: 'Feed in autumn.\n\n- Never open the hive below ten degrees\n- Wait' });
    expect(clean({ answer: 'It says: Never open the hive below ten degrees' }, 'mentor', prompt)).toHaveProperty('value');
    expect(clean({ answer: 'It says: Never open the hive below ten' }, 'mentor', prompt)).toHaveProperty('problem');
  });

  it('may name a study, and show tags, from the text it was sent', () => {
    const study = 'As you say, memory fades fast (Ebbinghaus, 1985).';
    expect(clean({ answer: study }, 'mentor', '{"question":"Is it so (Ebbinghaus, 1985)?"}')).toEqual({ value: { answer: study } });
    expect(clean({ answer: study }, 'mentor', '{"question":"Is it so?"}')).toHaveProperty('problem');
    const tag = 'Your <table border="1"> needs rows in HTML.';
    expect(clean({ answer: tag }, 'mentor', 'Why is my HTML \\u003ctable border="1"> empty?')).toEqual({ value: { answer: tag } });
  });
  it('may end with a list, a name or a formula, and be short', () => {
    for (const text of [
      TEXT,
      'Paris',
      `${TEXT} ${TEXT} ${TEXT}\n\n- pollen\n- honey`,
      `${TEXT} ${TEXT} ${TEXT} $a+b$`,
      `${TEXT} ${TEXT} ${TEXT} **Try it!**`,
    ])
      for (const purpose of READ) expect(clean({ answer: text }, purpose), text).toEqual({ value: { answer: text } });
  });
});

describe('words with which a model hands over its text', () => {
  const BODY = 'Bees dance on the comb to say where the flowers are.\n\nThe others follow with their feelers.';
  it.each([
    `I apologize for the mistake. Here is the corrected text:\n\n${BODY}`,
    `Certainly! Here is the text you asked for:\n\n${BODY}\n\nLet me know if you would like me to expand any part!`,
    `Sure, here's the lesson:\n${BODY}\n\nI hope this helps!`,
    `¡Claro! Aquí tienes el texto:\n\n${BODY}`,
    `Natürlich! Hier ist der Text:\n\n${BODY}`,
    `Bien sûr, voici le texte :\n\n${BODY}`,
    `Here is the corrected lesson:\n\n${BODY}`,
    `Voici la réponse à votre question :\n\n${BODY}\n\nJ’espère que cela vous aide !`,
    `Aquí está la lección revisada:\n\n${BODY}\n\nEspero que esto te ayude.`,
    `Hier ist die überarbeitete Lektion:\n\n${BODY}\n\nIch hoffe, das hilft!`,
    `Ecco la risposta:\n\n${BODY}\n\nSpero che questo ti aiuti.`,
    `Вот исправленный урок:\n\n${BODY}\n\nНадеюсь, это поможет!`,
    `以下是修改后的课程：\n\n${BODY}\n\n希望这对你有帮助！`,
    `إليك الدرس المصحح:\n\n${BODY}\n\nأتمنى أن يساعدك هذا.`,
    `Of course! Here is your lesson on how bees dance:\n\n${BODY}`,
    `Certo! Ecco il testo:\n\n${BODY}`,
    `Claro! Aqui está o texto:\n\n${BODY}`,
    `Конечно! Вот текст:\n\n${BODY}`,
    `好的，以下是课文：\n\n${BODY}`,
    `**Answer:** ${BODY}`,
    `Respuesta: ${BODY}`,
    `**Réponse :** ${BODY}`,
    `Ответ: ${BODY}`,
    `回答：${BODY}`,
    `الإجابة: ${BODY}`,
    `उत्तर: ${BODY}`,
  ])('are left out, and the text stays: %s', (text) => {
    for (const purpose of ['lesson', 'mentor', 'flash-cards', 'grading'] as const)
      expect(cleanAnswer({ content: text }, purpose, { prompt: '' })).toEqual({ value: { content: BODY } });
  });

  it.each([
    'Certainly! is what a waiter says.\n\nHere is the menu: soup and bread.',
    'Here is the rule:\n\nTwo negatives make a positive.',
    'Sorry, here is your tea.',
    'Let me know if you need anything.',
    'Of course, bees sleep.\n\nHere is why: they are tired.',
    'Aquí está la regla:\n\nDos negativos.',
    'Certainly not. Here are the reasons:\n\n1. It is cold.',
    'Certainly not. Here is the answer in full:\n\nBees sleep.',
    'Great, 12 is right. Here are the steps:\n\n1. Add 5 and 7.',
    'Great, your answer is correct. Here is the explanation:\n\nBees sleep.',
    'Natürlich nicht, 7 ist falsch. Hier sind die Schritte:\n\n1. Zähle 5 und 7.',
    'Of course, bees can sting. Here are three rules for a visit:\n\n1. Wear a veil.',
    'Bien sûr, les abeilles piquent. Voici trois règles :\n\n1. Porter un voile.',
    'Claro, las abejas pican. Aquí tienes tres reglas:\n\n1. Ponte un velo.',
    'Конечно, пчёлы жалят. Вот три правила:\n\n1. Наденьте сетку.',
    '当然，蜜蜂会蜇人。以下是三条规则：\n\n1. 戴面罩。',
  ])('are the text if it is about them: %s', (text) => {
    expect(cleanAnswer({ content: text }, 'flash-cards', { prompt: '' })).toEqual({ value: { content: text } });
  });
});

it.each(['Feedback: what comes back to who has done something.', 'Translation: the step in which a protein is made.'])(
  'a term that is explained is not a label: %s',
  (text) => {
    for (const field of ['back', 'key_takeaways', 'rubric'])
      expect(cleanAnswer({ [field]: text }, 'flash-cards', { prompt: '' })).toEqual({ value: { [field]: text } });
  },
);

describe('a title that is already shown above a text', () => {
  const BODY = 'Bees dance.\n\n## How\n\nThey run in circles.';
  const prompt = JSON.stringify({ lesson: { title: 'The “dance” of bees' }, outline: [{ title: 'Бчёлы' }, { title: '蜜蜂的舞蹈' }] });
  it.each([
    '# The “dance” of bees',
    '## Lesson 3: The "dance" of bees',
    '**The “dance” of bees**',
    'The “dance” of bees\n===',
    '# 2.1 Бчёлы',
    '# 第3课：蜜蜂的舞蹈',
  ])('is left out: %s', (line) => {
    for (const purpose of ['lesson', 'correction', 'mentor'] as const)
      expect(cleanAnswer({ content: `${line}\n\n${BODY}` }, purpose, { prompt })).toEqual({ value: { content: BODY } });
  });

  it.each([`# Another headline\n\n${BODY}`, `The “dance” of bees is old.\n\n${BODY}`, '# The “dance” of bees'])(
    'is not another line: %s',
    (content) => expect(cleanAnswer({ content }, 'lesson', { prompt })).toEqual({ value: { content } }),
  );
});

it('a text that repeats our instructions, which name no field, is requested again', () => {
  const instructions =
    'You are the mentor of somebody who reads a lesson.\nAnswer the question by the lesson alone, in at most two hundred words, for the reader.';
  const text = 'Answer the question by the lesson alone, in at most two hundred words, for the reader.\n\nBees dance.';
  expect(cleanAnswer({ answer: text }, 'mentor', { prompt: '', instructions })).toEqual({
    flaw: 'echo',
    problem: expect.stringContaining('repeats these instructions'),
  });
  expect(cleanAnswer({ answer: 'Answer the question by dancing.' }, 'mentor', { prompt: '', instructions })).toHaveProperty('value');
});

it('characters that hide or turn text are removed, and flags and direction marks stay', () => {
  for (const hidden of ['\u202e', '\u202d', '\u{e0041}\u{e0042}', '\u{e0001}'])
    for (const purpose of WHOLE)
      expect(clean({ text: `${TEXT}${hidden} ${TEXT}` }, purpose)).toEqual({ value: { text: `${TEXT} ${TEXT}` } });
  for (const text of ['England has 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.', '\u200fالنحل \u2066abc\u2069 يرقص.'])
    expect(clean({ text }, 'lesson')).toEqual({ value: { text } });
});

describe('a text that ends within a word', () => {
  const LESSON = 'The queen should stay until workers prefer another. Each of them follows the price of nectar.';
  const cards = (...backs: string[]) => ({ flash_cards: backs.map((back) => ({ front: 'What does she do?', back })) });

  it('is cut off if most of the texts at its place are', () => {
    expect(cleanAnswer(cards('Nobody: each does what sh', 'The foragers foll'), 'flash-cards', { prompt: LESSON })).toMatchObject({
      flaw: 'cut_off',
    });
    expect(
      cleanAnswer({ answer: 'The lesson says it:\n\n> The queen should stay until workers pref' }, 'mentor', { prompt: LESSON }),
    ).toMatchObject({
      flaw: 'cut_off',
    });
  });

  it('is quoted by its end, so that its author finds it', () => {
    const solution = 'Wipe the blade. Then draw it over the stone until a burr';
    expect(cleanAnswer({ final_task: { task: 'Sharpen the knife.', solution } }, 'outline', { prompt: LESSON })).toMatchObject({
      flaw: 'cut_off',
      problem: expect.stringContaining('It ends: “… Wipe the blade. Then draw it over the stone until a burr”'),
    });
  });

  it('is not a fact in a table, whose cells need no full stop', () => {
    const value = {
      thread: { facts: [{ name: 'Chip', value: 'Middle of the blade. 1.0 mm deep at 9 cm from the heel, from a chicken bone' }] },
    };
    expect(cleanAnswer(value, 'outline', { prompt: LESSON })).toEqual({ value });
  });

  it('is not one because of words that the lesson lacks, nor if it is one of many', () => {
    const value = cards('Pollen', 'Nectar', 'Honey', 'A work');
    expect(cleanAnswer(value, 'flash-cards', { prompt: LESSON })).toEqual({ value });
  });
});
