import { isObject } from '../wire/wire.ts';
import type { Tag } from '../answers/read-tags.ts';

/** Alternative texts for the pictures of a course and of one of its modules. */
const ALTS: Readonly<Record<string, readonly [cover: string, module: string]>> = {
  english: [
    'A worktable with what is used for “{}”, seen from above in calm light.',
    'Tools and things of “{}” lie ready side by side on a table.',
  ],
  spanish: [
    'Una mesa con lo que se usa para «{}», vista desde arriba con luz suave.',
    'Las herramientas de «{}» están ordenadas una junto a otra sobre una mesa.',
  ],
  french: [
    'Une table avec ce qui sert pour « {} », vue d’en haut dans une lumière douce.',
    'Les outils de « {} » sont rangés les uns à côté des autres sur une table.',
  ],
  german: [
    'Ein Tisch mit dem, was man für „{}“ braucht, von oben in ruhigem Licht gesehen.',
    'Werkzeuge und Dinge zu „{}“ liegen nebeneinander bereit auf einem Tisch.',
  ],
  italian: [
    'Un tavolo con ciò che serve per «{}», visto dall’alto in una luce calma.',
    'Gli strumenti di «{}» sono pronti uno accanto all’altro su un tavolo.',
  ],
  portuguese: [
    'Uma mesa com o que se usa para “{}”, vista de cima com luz suave.',
    'As ferramentas de “{}” estão arrumadas lado a lado sobre uma mesa.',
  ],
  russian: [
    'Стол с тем, что нужно для темы «{}», вид сверху при мягком свете.',
    'Инструменты и предметы к теме «{}» лежат рядом на столе.',
  ],
  chinese: [
    '从上方看到的一张工作台，柔和的光线下摆放着学习“{}”所用的各种物品。',
    '与“{}”有关的工具和物品整齐地并排放在一张木桌上，随时可以使用。',
  ],
  japanese: [
    'やわらかな光の中、上から見た机に「{}」で使うものが並んでいます。',
    '「{}」の道具や品物が、机の上にきちんと並べて置かれています。',
  ],
  korean: [
    '부드러운 빛 아래 위에서 본 책상에 “{}”에 쓰이는 물건들이 놓여 있습니다.',
    '“{}”의 도구와 물건들이 책상 위에 나란히 준비되어 있습니다.',
  ],
  arabic: ['طاولة عليها ما يلزم لموضوع «{}» كما تُرى من الأعلى في ضوء هادئ.', 'أدوات وأشياء من موضوع «{}» مرتبة جنبًا إلى جنب على طاولة.'],
  hindi: ['कोमल रोशनी में ऊपर से दिखती एक मेज़, जिस पर “{}” के काम की चीज़ें रखी हैं।', '“{}” के औज़ार और चीज़ें मेज़ पर एक-दूसरे के पास सजी हुई रखी हैं।'],
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
        prompt: `A calm table seen from above, with the things that belong to ${subject}, soft morning light, warm colours`,
        alt: (title ? module : cover).replace('{}', subject),
      };
    }),
  };
}
