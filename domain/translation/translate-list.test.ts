import { describe, expect, it } from 'vitest';
import { withoutTalkAround } from './translate-list.ts';

describe('text that a model puts around a translation', () => {
  it.each([
    ['Bees dance.', '**Traduction :** Les abeilles dansent.', 'fr', 'Les abeilles dansent.'],
    ['Their dance translates an angle.', 'Traduction : Leur danse traduit un angle.', 'fr', 'Leur danse traduit un angle.'],
    ['Bees dance.', 'Translation: Las abejas bailan.', 'es', 'Las abejas bailan.'],
    ['Bees dance.', 'Texto traducido: Las abejas bailan.', 'es', 'Las abejas bailan.'],
    ['Bees dance.', '[Deutsch]: Bienen tanzen.', 'de', 'Bienen tanzen.'],
    ['Bees dance.', 'Übersetzung: Bienen tanzen.', 'de', 'Bienen tanzen.'],
    ['Bees dance.', 'Перевод: Пчёлы танцуют.', 'ru', 'Пчёлы танцуют.'],
    ['Bees dance.', 'DE: Bienen tanzen.', 'de', 'Bienen tanzen.'],
    ['Bees dance.', '[de] Bienen tanzen.', 'de', 'Bienen tanzen.'],
    ['Bees dance.', '**(fr):** Les abeilles dansent.', 'fr', 'Les abeilles dansent.'],
    ['Bees dance.', '译文：蜜蜂跳舞。', 'zh', '蜜蜂跳舞。'],
    ['Bees dance.', 'الترجمة: النحل يرقص.', 'ar', 'النحل يرقص.'],
    ['Bees dance.', 'अनुवाद: मधुमक्खियाँ नाचती हैं।', 'hi', 'मधुमक्खियाँ नाचती हैं।'],
    [
      'Bees dance.\nThey mean it.',
      'Traduction : Les abeilles dansent.\nElles y tiennent.',
      'fr',
      'Les abeilles dansent.\nElles y tiennent.',
    ],
    [
      'Bees dance.\n\nThey mean it.',
      'Certainly! Here is the text you asked for:\n\nLes abeilles dansent.\n\nElles y tiennent.\n\nLet me know if you need more!',
      'fr',
      'Les abeilles dansent.\n\nElles y tiennent.',
    ],
    ['Bees dance.', 'Voici la traduction :\n\n« Les abeilles dansent. »', 'fr', 'Les abeilles dansent.'],
  ])('is removed: %s → %s', (source, translated, language, said) => expect(withoutTalkAround(source, translated, language)).toBe(said));

  it.each([
    ['Translation: a protein is made.', 'Traduction : une protéine est fabriquée.', 'fr'],
    ['The French: they dance.', 'Les Français : ils dansent.', 'fr'],
    ['Correct answers:\nTwo.', 'Réponses correctes :\nDeux.', 'fr'],
    ['De: to whom it goes', 'De: a quién va', 'es'],
    ['DE: a country', 'DE: ein Land', 'de'],
    ['It is: theirs.', 'Es: de ellas.', 'es'],
    ['It is theirs.', 'Es de ellas.', 'es'],
    ['“Bees”', '« Abeilles »', 'fr'],
    ['Note: bees dance.', 'Remarque : les abeilles dansent.', 'fr'],
  ])('is kept if the source has it too: %s → %s', (source, translated, language) =>
    expect(withoutTalkAround(source, translated, language)).toBe(translated),
  );
});
