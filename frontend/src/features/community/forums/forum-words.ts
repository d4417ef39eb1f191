import { FORUM_IDS, type ForumId } from '#contract/community/forums.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** The title and description of a forum, in the language of the interface. */
export function forumWords(forum: ForumId): { title: string; about: string } {
  switch (forum) {
    case 'general':
      return { title: t('General'), about: t('Say hello, ask anything, find people to learn with.') };
    case 'technical':
      return { title: t('Technical'), about: t('Code, tools and things that won’t run.') };
    case 'learning':
      return { title: t('Learning'), about: t('Courses, lessons, exercises and how to learn well.') };
    case 'career':
      return { title: t('Career'), about: t('Jobs, interviews, portfolios and changing fields.') };
  }
}

export const isForum = (text: unknown): text is ForumId => FORUM_IDS.some((forum) => forum === text);
