import { describe, expect, it } from 'vitest';
import { createCheckoutSession } from '#contract/billing/payments.contract.ts';
import { editLesson } from '#contract/courses/course-versions.contract.ts';
import { listCourses } from '#contract/courses/courses.contract.ts';
import { approvedOutlineSchema } from '#contract/generation/run-control.contract.ts';
import { recordContract } from '#contract/organisations/organisation.contract.ts';
import { register } from '#contract/identity/identity.contract.ts';
import { updateProfile } from '#contract/settings/profile.contract.ts';
import { editCreatorCourse } from '#contract/studio/creator-courses.contract.ts';

const person = { email: 'a@example.com', password: 'correct horse', first_name: 'Ada', last_name: 'Okafor', terms_accepted: true };
const contract = { package_id: 'corporate_starter', owner_email: 'a@example.com', reference: 'C-1' };
const bodies = [
  ['first name at registration', (name: string) => register.body!.safeParse({ ...person, first_name: name }), 'first_name'],
  ['first name in the profile', (name: string) => updateProfile.body!.safeParse({ first_name: name }), 'first_name'],
  [
    'organisation that is bought',
    (name: string) => createCheckoutSession.body!.safeParse({ user_id: 'u', organisation_name: name }),
    'organisation_name',
  ],
  [
    'organisation of a contract',
    (name: string) => recordContract.body!.safeParse({ ...contract, organisation_name: name }),
    'organisation_name',
  ],
  [
    'title of a lesson',
    (title: string) => editLesson.body!.safeParse({ base_version: 1, edit_session: '0192f1c0-0000-7000-8000-000000000000', title }),
    'title',
  ],
  ['title of a draft in the Studio', (title: string) => editCreatorCourse.body!.safeParse({ version: 1, title }), 'title'],
  ['title of an outline', (title: string) => approvedOutlineSchema.safeParse({ title, modules: [outlined('A', 'B')] }), 'title'],
] as const;
const outlined = (title: string, lesson: string) => ({ title, lessons: [{ title: lesson }] });

describe.each([
  ['at registration', (name: string) => register.body!.safeParse({ ...person, last_name: name })],
  ['in the profile', (name: string) => updateProfile.body!.safeParse({ last_name: name })],
] as const)('the last name %s', (_, parse) => {
  it('may be empty, because one name is enough, and must otherwise be visible', () => {
    for (const name of ['', ' ', '\u200b\u200b', '\u3164']) expect(parse(name).data).toMatchObject({ last_name: '' });
    expect(parse(' \u200bAda\u202e  ').data).toMatchObject({ last_name: 'Ada' });
    expect(parse('--').success).toBe(false);
    expect(parse('x'.repeat(101)).success).toBe(false);
  });
});

describe.each(bodies)('the %s', (_which, parse, field) => {
  it.each([['\u200b\u200b'], ['\u2060\u202e'], [' \ufeff '], ['\u3164'], ['\u2800'], ['--'], ['']])(
    'is rejected as %j, which is invisible',
    (name) => {
      const { success, error } = parse(name);
      expect(success).toBe(false);
      expect(error!.issues.map(({ path }) => path.join('.'))).toEqual([field]);
    },
  );

  it.each([
    ['Ada', 'Ada'],
    [' \u200bAda\u202e  ', 'Ada'],
    ['\u2067Ada\u2069 Ltd', 'Ada Ltd'],
    ['\u200fأدا\u200f (\u200eC++\u200e)\u061c', 'أدا (C++)'],
    ['\u200e \u200f Ada \u200e', 'Ada'],
    // Persian words contain it
    ['می\u200cرا', 'می\u200cرا'],
    // Hindi uses it to join and separate letters
    ['क्\u200dष और क्\u200cष', 'क्\u200dष और क्\u200cष'],
    // a family emoji, and the flag of Scotland
    [
      'Bees 👩\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      'Bees 👩\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ],
    ['O’Neill-Łuczak', 'O’Neill-Łuczak'],
    // joiners, tags and blank-looking characters hide something among Latin letters
    ['\u200dA\u200dd\u200c\u034fa\u{e0041}\u{e007f}', 'Ada'],
    ['Ada\u3164\uffa0\u2800Lin', 'Ada Lin'],
    ['1\ufe0f\u20e3 Bees', '1\ufe0f\u20e3 Bees'],
  ])('%j is kept as %j', (name, kept) => {
    expect(parse(name).data).toMatchObject({ [field]: kept });
  });
});

it('titles of modules and lessons in an outline are normalised like its own title', () => {
  const outline = { title: 'Bees', modules: [outlined('\u200fSpring\u200e', '\u202bSwarms ')] };
  expect(approvedOutlineSchema.parse(outline).modules).toEqual([outlined('Spring', 'Swarms')]);
});

it('a search text is normalised in the same way, and may be empty', () => {
  expect(listCourses.query!.parse({ q: '\u200f نحل\u200e' })).toMatchObject({ q: 'نحل' });
  expect(listCourses.query!.parse({ q: ' \u200f ' })).toMatchObject({ q: '' });
});
