import type { Knex } from 'knex';

/** The end of the description of courses on topics that the demo library did not have, in the languages of courses. */
const SAID = [
  'Demo: the sandbox’s library has no course on this topic, so this one is on learning any subject by yourself.',
  'Demo: the sandbox’s library has this topic in another language only, so this course is on learning any subject by yourself.',
  'El entorno de pruebas no encontró en su biblioteca un curso sobre este tema, así que da este, sobre cómo aprender cualquier materia por cuenta propia.',
  'La biblioteca del entorno de pruebas tiene este tema solo en otro idioma, así que da este curso, sobre cómo aprender cualquier materia por cuenta propia.',
  'Le bac à sable n’a pas trouvé de cours sur ce sujet dans sa bibliothèque ; il donne donc celui-ci, qui montre comment apprendre seul une matière.',
  'La bibliothèque du bac à sable n’a ce sujet que dans une autre langue ; elle donne donc ce cours, qui montre comment apprendre seul une matière.',
  'Die Testumgebung hat in ihrer Bibliothek keinen Kurs zu diesem Thema gefunden; sie gibt daher diesen darüber, wie man sich ein Fach selbst beibringt.',
  'Die Bibliothek der Testumgebung hat dieses Thema nur in einer anderen Sprache; sie gibt daher diesen Kurs darüber, wie man sich ein Fach selbst beibringt.',
  'L’ambiente di prova non ha trovato nella sua biblioteca un corso su questo argomento, perciò dà questo, su come imparare da soli una materia.',
  'La biblioteca dell’ambiente di prova ha questo argomento solo in un’altra lingua, perciò dà questo corso, su come imparare da soli una materia.',
  'O ambiente de testes não encontrou na sua biblioteca um curso sobre este tema, por isso dá este, sobre como aprender uma matéria por conta própria.',
  'A biblioteca do ambiente de testes só tem este tema noutra língua, por isso dá este curso, sobre como aprender uma matéria por conta própria.',
  'Тестовая среда не нашла в своей библиотеке курса на эту тему, поэтому она даёт этот: о том, как учить любой предмет самостоятельно.',
  'В библиотеке тестовой среды эта тема есть только на другом языке, поэтому она даёт этот курс: о том, как учить любой предмет самостоятельно.',
  '测试环境在课程库里没有找到这个主题的课程，所以给出这一门：怎样自学任何一门学问。',
  '测试环境的课程库里，这个主题只有另一种语言的课程，所以给出这一门：怎样自学任何一门学问。',
  'テスト環境のライブラリではこの主題のコースが見つからなかったため、どんな分野でも独りで学ぶ方法についてのこのコースをお渡しします。',
  'テスト環境のライブラリではこの主題は別の言語にしかないため、どんな分野でも独りで学ぶ方法についてのこのコースをお渡しします。',
  '테스트 환경의 자료실에서 이 주제의 강좌를 찾지 못해서, 어떤 분야든 혼자 배우는 방법에 관한 이 강좌를 드립니다.',
  '테스트 환경의 자료실에는 이 주제가 다른 언어로만 있어서, 어떤 분야든 혼자 배우는 방법에 관한 이 강좌를 드립니다.',
  'لم تجد بيئة الاختبار في مكتبتها دورة عن هذا الموضوع، لذلك تعطي هذه الدورة عن تعلم أي مادة بنفسك.',
  'هذا الموضوع موجود في مكتبة بيئة الاختبار بلغة أخرى فقط، لذلك تعطي هذه الدورة عن تعلم أي مادة بنفسك.',
  'परीक्षण परिवेश को अपने संग्रह में इस विषय पर कोई पाठ्यक्रम नहीं मिला, इसलिए वह यह देता है, जो बताता है कि कोई भी विषय अपने आप कैसे सीखें।',
  'परीक्षण परिवेश के संग्रह में यह विषय केवल दूसरी भाषा में है, इसलिए वह यह पाठ्यक्रम देता है, जो बताता है कि कोई भी विषय अपने आप कैसे सीखें।',
];

// The course on learning anything by oneself is unrated, because it was not written for a request. The courses on learning a single topic
// that it replaces stay with their owners, and are no longer rated high.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course drop constraint course_quality_level_check,
      add constraint course_quality_level_check check (quality_level in ('high', 'standard', 'partial', 'unrated'));
  `);
  await knex.raw(
    `with lowered as (
       update course set quality_level = 'standard'
        where quality_level = 'high' and exists (select from unnest(?::text[]) said where position(said in description) > 0)
       returning id)
     update course_version set content = jsonb_set(content, '{quality_level}', '"standard"')
       from lowered where course_id = lowered.id and content->>'quality_level' = 'high'`,
    [SAID],
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update course_version set content = jsonb_set(content, '{quality_level}', '"standard"') where content->>'quality_level' = 'unrated';
    update course set quality_level = 'standard' where quality_level = 'unrated';
    alter table course drop constraint course_quality_level_check,
      add constraint course_quality_level_check check (quality_level in ('high', 'standard', 'partial'));
  `);
}
