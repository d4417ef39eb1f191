import { describe, expect, it } from 'vitest';
import { cleanAnswer } from './clean-answer.ts';
import { isRefusal } from './declining.ts';

describe('a short text', () => {
  it.each([
    'I cannot assist you here.',
    "I can't do that.",
    "I'm not able to help.",
    "That's not something I can help with.",
    'I must respectfully decline.',
    "Your request can't be processed.",
    'Sorry, but this request cannot be fulfilled.',
    "❌ I'm sorry, but I can't help with that.",
    "[I'm sorry, but I can't help with that.]",
    '(I cannot help with this request.)',
    "**Note:** I'm sorry, but I can't help with that.",
    'Je ne peux pas vous aider.',
    'Infelizmente, não posso ajudar com isso.',
    'No te puedo ayudar con eso.',
    'Diese Anfrage kann ich nicht bearbeiten.',
    'Ich kann Ihnen da leider nicht weiterhelfen.',
    'Non posso aiutarti.',
    'Я не могу это обсуждать.',
    '让我们换个话题吧。',
    '这个问题我无法回答。',
    'お答えできません。',
    '답변해 드릴 수 없습니다.',
    'لا أستطيع مساعدتك.',
    'मैं इसमें मदद नहीं कर सकता।',
    'Nie mogę w tym pomóc.',
    'Jag kan inte hjälpa till med det.',
    'Jeg kan ikke hjelpe med det.',
    'Det kan jeg ikke hjælpe med.',
    'En voi auttaa tässä.',
    'Ebben nem tudok segíteni.',
    'Nu te pot ajuta cu asta.',
    'No et puc ajudar amb això.',
    'Saya tidak dapat membantu.',
    'Tôi không thể giúp bạn.',
    'Daar kan ik je niet bij helpen.',
    'Bu konuda yardımcı olamam.',
    'Please provide the text you would like me to translate.',
    'Please share your lesson so that I can check it.',
    'Hello! How can I assist you today?',
  ])('is not an answer if it declines or asks back: %s', (text) => {
    expect(isRefusal(text)).toBe(true);
    const card = { front: 'What do bees eat?', back: text };
    expect(cleanAnswer({ flash_cards: [card, card] }, 'flash-cards', { prompt: '' })).toMatchObject({ flaw: 'declined' });
    expect(cleanAnswer({ answer: text }, 'mentor', { prompt: '' })).toMatchObject({ flaw: 'declined' });
    // an answer about the meaning of a refusal may repeat it
    expect(cleanAnswer({ answer: text }, 'mentor', { prompt: JSON.stringify({ lesson: text }) })).not.toMatchObject({ flaw: 'declined' });
  });

  it.each([
    'I can’t help falling in love.',
    'I can’t help it.',
    'I can’t do that without you, said the fox.',
    'I cannot help you if you do not tell me where it hurts.',
    'I cannot swim.',
    'I cannot help with this is what a polite clerk says.',
    'Prices decline.',
    'No puedo ir al cine.',
    'No puedo hacerlo.',
    'Ich kann heute nicht kommen.',
    'Das kann ich nicht.',
    'Je ne peux pas venir.',
    'Я не могу уснуть.',
    'Não posso comer isso.',
    'このメソッドは入力を変更できません。',
    '이 함수는 값을 처리할 수 없습니다.',
    '无法完成该操作时，请重启服务器。',
    'A bee cannot help a wasp.',
    'A cheque without a date cannot be processed.',
    'Please provide the missing word.',
    'How can bees help you?',
    'What can I do to sleep better?',
  ])('is one if it is about something else: %s', (text) => expect(isRefusal(text)).toBe(false));
});

describe('a field', () => {
  it.each(['N/A', 'string', 'null', '{answer}', '[object Object]', 'TBD'])('without content is requested again: %s', (text) => {
    expect(cleanAnswer({ answer: text }, 'mentor', { prompt: '{"lesson":null}' })).toMatchObject({ flaw: 'empty' });
    expect(cleanAnswer({ flash_cards: [{ front: 'What?', back: text }] }, 'flash-cards', { prompt: '' })).toMatchObject({ flaw: 'empty' });
  });

  it('may contain such a word if it was taught, as an option, or among others', () => {
    for (const [answer, prompt] of [
      ['null', '{"text":"An empty reference is null."}'],
      ['String', '{"text":"Each string has a length."}'],
    ] as const)
      expect(cleanAnswer({ answer }, 'mentor', { prompt })).toEqual({ value: { answer } });
    const backs = ['null', 'A type of text', 'A number'].map((back) => ({ front: 'What?', back }));
    for (const value of [{ flash_cards: backs }, { options: ['null', 'none'] }])
      expect(cleanAnswer(value, 'flash-cards', { prompt: '' })).toEqual({ value });
  });
});
