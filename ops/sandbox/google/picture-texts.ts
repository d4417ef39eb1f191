import { isObject } from '../wire/wire.ts';
import type { Tag } from '../answers/read-tags.ts';

/** Alternative texts for the pictures of a course and of one of its modules: what the sandbox draws is a motif of the subject. */
const ALTS: Readonly<Record<string, readonly [cover: string, module: string]>> = {
  english: ['An illustration of “{}” in flat colours.', 'A small drawing for the part “{}”.'],
  spanish: ['Una ilustración de «{}» en colores planos.', 'Un pequeño dibujo para la parte «{}».'],
  french: ['Une illustration de « {} » en aplats de couleur.', 'Un petit dessin pour la partie « {} ».'],
  german: ['Eine Illustration zu „{}“ in flächigen Farben.', 'Eine kleine Zeichnung zum Teil „{}“.'],
  italian: ['Un’illustrazione di «{}» a colori piatti.', 'Un piccolo disegno per la parte «{}».'],
  portuguese: ['Uma ilustração de “{}” em cores planas.', 'Um pequeno desenho para a parte “{}”.'],
  russian: ['Иллюстрация к теме «{}» в плоских цветах.', 'Небольшой рисунок к части «{}».'],
  chinese: ['以平涂色彩绘制的“{}”插图。', '为“{}”这一部分绘制的小图。'],
  japanese: ['「{}」を平らな色で描いたイラストです。', '「{}」の部分のための小さな絵です。'],
  korean: ['“{}”을(를) 단순한 색으로 그린 삽화입니다.', '“{}” 부분을 위한 작은 그림입니다.'],
  arabic: ['رسم توضيحي عن «{}» بألوان مسطّحة.', 'رسم صغير للجزء «{}».'],
  hindi: ['सपाट रंगों में “{}” का एक चित्र।', '“{}” भाग के लिए एक छोटा चित्र।'],
};
const MOST_TITLE = 90;

/** Composes what each picture is to show, and its alternative text in the language of the course. */
export function composePictures(tags: Partial<Record<Tag, unknown>>): object {
  const language = isObject(tags.wanted) ? String(tags.wanted['language']) : 'english';
  const [cover, module] = ALTS[language] ?? ALTS['english']!;
  const places = Array.isArray(tags.places) ? tags.places.filter(isObject) : [];
  return {
    pictures: places.map(({ place, course, module: title }) => {
      const subject = String(title || course).slice(0, MOST_TITLE);
      return {
        place: String(place),
        prompt: `A flat illustration of ${subject}, warm colours, no text`,
        alt: (title ? module : cover).replace('{}', subject),
      };
    }),
  };
}
