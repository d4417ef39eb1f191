import { foldedText, foldedWords } from '#contract/platform/folded-text.ts';
import type { OwnHits } from '#contract/search/search.contract.ts';
import { SCHEME_CHOICES, type SchemeChoice } from '#frontend/theme/scheme-choice.ts';
import type { DialogName } from '#frontend/lib/dialog-address.ts';
import { t } from '#frontend/lib/text.ts';

/** The action of an entry: navigate, open a dialog over the screen, or run here. */
export type PaletteAct =
  | { readonly href: string; readonly q?: string }
  | { readonly dialog: DialogName }
  | { readonly scheme: SchemeChoice }
  | { readonly act: 'sign-out' };

export interface PaletteEntry<Does = PaletteAct> {
  readonly id: string;
  readonly caption: string;
  /** Secondary text after the caption. */
  readonly note?: string;
  readonly does: Does;
}

export interface PaletteGroup<Does = PaletteAct> {
  readonly id: string;
  readonly caption: string;
  readonly entries: readonly PaletteEntry<Does>[];
}

const schemeName = (choice: SchemeChoice): string =>
  ({ light: t('Light'), dark: t('Dark'), contrast: t('High contrast'), system: t('System') })[choice];

function acts(): PaletteEntry[] {
  const dialog = (name: DialogName, caption: string): PaletteEntry => ({ id: `dialog-${name}`, caption, does: { dialog: name } });
  return [
    { id: 'new-course', caption: t('Generate a course'), does: { href: '/create' } },
    { id: 'review', caption: t('Review what you learned'), does: { href: '/review' } },
    { id: 'studio-create', caption: t('Create a course to publish'), does: { href: '/studio/create' } },
    dialog('tokens', t('Buy Tokens')),
    dialog('journey', t('Upgrade Plan')),
    dialog('bio', t('Edit Bio')),
    dialog('accessibility', t('Accessibility')),
    dialog('help', t('Help & Support')),
    ...SCHEME_CHOICES.map((scheme) => ({
      id: `scheme-${scheme}`,
      caption: t('Appearance: {name}', { name: schemeName(scheme) }),
      does: { scheme },
    })),
    { id: 'sign-out', caption: t('Sign Out'), does: { act: 'sign-out' } },
  ];
}

interface Person {
  readonly isOperator: boolean;
  /** Whether the user belongs to an organisation. */
  readonly isMember: boolean;
  /** Whether the installation has a free library of ready courses. */
  readonly hasLibrary: boolean;
}

function places({ isOperator, isMember, hasLibrary }: Person): PaletteEntry[] {
  const to = (href: string, caption: string): PaletteEntry => ({ id: `place-${href}`, caption, does: { href } });
  return [
    to('/create', t('AI Builder')),
    to('/courses', t('My Courses')),
    ...(isMember ? [to('/classes', t('Classes'))] : []),
    to('/community', t('Community')),
    to('/mentor', t('AI Mentor')),
    to('/dashboard', t('Dashboard')),
    to('/review/cards', t('Flash cards')),
    to('/notes', t('Notes')),
    to('/voice-notes', t('Voice notes')),
    to('/videos', t('Generated videos')),
    to('/market', t('Marketplace')),
    ...(hasLibrary ? [to('/create/library', t('Ready courses'))] : []),
    to('/create/runs', t('Your requests')),
    to('/dashboard/achievements', t('Achievements')),
    to('/dashboard/points', t('Points')),
    to('/community/discussions', t('Discussions')),
    to('/community/groups', t('Study groups')),
    to('/community/chat', t('Live chat')),
    to('/community/study-rooms', t('Study rooms')),
    to('/community/nearby', t('Nearby')),
    to('/community/people', t('People')),
    to('/community/leaderboard', t('Leaderboard')),
    to('/studio', t('Creator Studio')),
    to('/studio/courses', t('Creator Studio: courses')),
    to('/studio/analytics', t('Analytics')),
    to('/studio/students', t('Students')),
    to('/studio/payouts', t('Payouts')),
    to('/studio/batches', t('Bulk updates')),
    to('/profile', t('Profile')),
    to('/settings', t('Settings')),
    to('/settings/programs', t('Apps and API keys')),
    to('/account', t('Account')),
    to('/billing', t('Billing')),
    to('/usage', t('Usage')),
    ...(isOperator ? [to('/operator', t('Console'))] : []),
  ];
}

/** Returns the entries whose caption contains every word of the query, at the start of a word or within one. */
export function matching<Does>(entries: readonly PaletteEntry<Does>[], query: string): PaletteEntry<Does>[] {
  const words = foldedWords(query);
  return entries.filter(({ caption }) => words.every((word) => foldedText(caption).includes(word)));
}

const lessonHref = (courseId: string, { module, lesson }: { module: number; lesson: number }): string =>
  `/courses/${courseId}/learn/${module}/${lesson}`;

/**
 * Returns the results of a search in groups: the user's content first, then screens, actions, the free library, and the market. An empty query returns only
 * screens and actions.
 */
export function paletteGroups({
  query,
  hits,
  ...person
}: {
  query: string;
  hits: OwnHits | undefined;
} & Person): PaletteGroup[] {
  const groups: PaletteGroup[] = [
    {
      id: 'courses',
      caption: t('Courses'),
      entries: (hits?.courses ?? []).map(({ course_id: id, title }) => ({
        id: `course-${id}`,
        caption: title,
        does: { href: `/courses/${id}` },
      })),
    },
    {
      id: 'lessons',
      caption: t('Lessons'),
      entries: (hits?.lessons ?? []).map((hit) => ({
        id: `lesson-${hit.course_id}-${hit.module}-${hit.lesson}`,
        caption: hit.title,
        note: hit.course_title,
        does: { href: lessonHref(hit.course_id, hit) },
      })),
    },
    {
      id: 'notes',
      caption: t('Notes'),
      entries: (hits?.notes ?? []).map((hit) => ({
        id: `note-${hit.note_id}`,
        caption: hit.text,
        note: hit.course_title,
        does: hit.lesson ? { href: lessonHref(hit.course_id, hit.lesson) } : { href: '/notes', q: query },
      })),
    },
    { id: 'places', caption: t('Go to'), entries: matching(places(person), query) },
    { id: 'acts', caption: t('Actions'), entries: matching(acts(), query) },
    {
      id: 'library',
      caption: t('Ready courses'),
      entries:
        query !== '' && person.hasLibrary
          ? [
              {
                id: 'in-library',
                caption: t('Ready courses about “{words}”', { words: query }),
                does: { href: '/create/library', q: query },
              },
            ]
          : [],
    },
    {
      id: 'market',
      caption: t('Marketplace'),
      entries:
        query === ''
          ? []
          : [{ id: 'in-market', caption: t('Courses about “{words}”', { words: query }), does: { href: '/market', q: query } }],
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
