import type { Knex } from 'knex';

// Texts of the interface are ICU messages (decision 0024). Sentences with a number had two English keys and forms in a JSON object; now they have one
// key and are one message. What services have translated, people bettered or proposed is kept under the new keys.

/** A text, or its forms by plural category, counted by the placeholder `by`. */
type Entry = string | Readonly<Record<string, string>>;

/** An apostrophe before a sign of the syntax would quote it: `l'{name}`. */
const escaped = (text: string): string => text.replaceAll(/'(?=[{}'#]|$)/g, "''");

function messageOf(entry: Entry, single: Entry | undefined, argument: string): string {
  const { by: _, ...forms } = typeof entry === 'string' ? { other: entry, by: '' } : entry;
  const asNumber = (text: string) => escaped(text).replaceAll(`{${argument}}`, '#');
  // the sentence about one thing was a key of its own, also where a category such as the Russian `one` has 21 in it
  const exact = typeof single === 'string' ? [`=1 {${escaped(single)}}`] : [];
  const { other = '', ...rest } = forms;
  const cases = Object.entries({ ...rest, other }).map(([category, text]) => `${category} {${asNumber(text)}}`);
  return `{${argument}, plural, ${[...exact, ...cases].join(' ')}}`;
}

/** Returns what the entries of a language are called and say now; a sentence about one thing goes into the message of its plural. */
export function icuMessages(entries: Readonly<Record<string, Entry>>): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [source, entry] of Object.entries(entries)) {
    const row = BY_PLURAL.get(source);
    if (row) messages[row[3]] = messageOf(entry, row[1] === null ? undefined : entries[row[1]], row[2]);
    else if (!SINGLE.has(source))
      messages[source] = typeof entry === 'string' ? escaped(entry) : messageOf(entry, undefined, entry.by ?? 'n');
  }
  return messages;
}

export async function up(knex: Knex): Promise<void> {
  const texts: { language: string; source: string; entry: Entry; service: string | null; made_at: Date }[] = await knex('interface_text');
  const languages = Map.groupBy(texts, ({ language }) => language);
  const proposals: { id: string; language: string; source: string; proposed: string }[] = await knex('text_proposal').where({
    state: 'open',
  });
  for (const { id, language, source, proposed } of proposals) {
    const [, , argument, key = source] = BY_PLURAL.get(source) ?? [];
    const entry = languages.get(language)?.find((row) => row.source === source)?.entry;
    // a proposal was for the general form
    const forms = typeof entry === 'object' ? { ...entry, other: proposed } : proposed;
    const message = argument ? messageOf(forms, undefined, argument) : escaped(proposed);
    await knex('text_proposal').where({ id }).update({ source: key, proposed: message });
  }
  for (const [language, rows] of languages) {
    const messages = icuMessages(Object.fromEntries(rows.map(({ source, entry }) => [source, entry])));
    for (const { source, entry, service, made_at: madeAt } of rows) {
      const key = BY_PLURAL.get(source)?.[3] ?? source;
      if (messages[key] === entry) continue;
      await knex('interface_text').where({ language, source }).delete();
      if (messages[key] === undefined) continue;
      await knex('interface_text').insert({ language, source: key, entry: JSON.stringify(messages[key]), service, made_at: madeAt });
    }
  }
  const files: { language: string; hash: string; release: string; body: string; untranslated: number; made_at: Date }[] = await knex(
    'interface_file',
  ).where({ is_current: true });
  for (const { language, hash, release, body, untranslated, made_at: madeAt } of files) {
    const next = JSON.stringify(icuMessages(JSON.parse(body) as Record<string, Entry>));
    if (next === body) continue;
    await knex('interface_file').where({ language, hash }).update({ is_current: false });
    await knex('interface_file').insert({
      language,
      hash: knex.raw(`encode(sha256(convert_to(?, 'UTF8')), 'hex')`, [next]),
      release,
      body: next,
      untranslated,
      is_current: true,
      made_at: madeAt,
    });
  }
  for (const [plural, single, argument, key] of RENAMED) {
    await knex.raw(`update run_event set words = jsonb_set(words, '{key}', to_jsonb(:key::text)) where words->>'key' = :plural`, {
      key,
      plural,
    });
    if (single === null) continue;
    const words = JSON.stringify({ key, values: { [argument]: 1 } });
    await knex.raw(`update run_event set words = :words::jsonb where words is null and text = :single`, { words, single });
  }
}

type Renamed = readonly [plural: string, single: string | null, argument: string, message: string];

const RENAMED: readonly Renamed[] = [
  ['At most {n} points.', null, 'n', 'At most {n, plural, one {# point} other {# points}}.'],
  [
    'Both begin with {n} days free. Without a card the trial ends by itself and nothing is charged; with one, {amount} is due after it.',
    null,
    'n',
    'Both begin with {n, plural, one {# day} other {# days}} free. Without a card the trial ends by itself and nothing is charged; with one, {amount} is due after it.',
  ],
  ['Course generated, +{n} points', null, 'n', 'Course generated, +{n, plural, one {# point} other {# points}}'],
  [
    'Course generated: {ready} of {total} lessons, +{n} points',
    null,
    'n',
    'Course generated: {ready} of {total} lessons, +{n, plural, one {# point} other {# points}}',
  ],
  ['Delete the account in {days} days', null, 'days', 'Delete the account in {days, plural, one {# day} other {# days}}'],
  ['Finished, {n} missing', null, 'n', 'Finished, {n, plural, one {# missing} other {# missing}}'],
  ['Lesson completed! +{n} points earned!', null, 'n', 'Lesson completed! +{n, plural, one {# point} other {# points}} earned!'],
  ['Log, {n} events', null, 'n', 'Log, {n, plural, one {# event} other {# events}}'],
  [
    'New texts are being written for {n} lessons.',
    null,
    'n',
    '{n, plural, one {A new text is being written for # lesson.} other {New texts are being written for # lessons.}}',
  ],
  [
    'You are signed out everywhere now. In {days} days everything is deleted for good.',
    null,
    'days',
    'You are signed out everywhere now. In {days, plural, one {# day} other {# days}} everything is deleted for good.',
  ],
  [
    'Your free trial has begun: {n} days, no card.',
    null,
    'n',
    'Your free trial has begun: {n, plural, one {# day} other {# days}}, no card.',
  ],
  [
    'Your plan ends with the account. What you paid in the last {days} days can be refunded on the billing page first.',
    null,
    'days',
    'Your plan ends with the account. What you paid in the last {days, plural, one {day} other {# days}} can be refunded on the billing page first.',
  ],
  [
    '{missing} of {total} lessons have not been written.',
    '1 of {total} lessons has not been written.',
    'missing',
    '{missing, plural, one {# of {total} lessons has not been written.} other {# of {total} lessons have not been written.}}',
  ],
  ['{n} entries', null, 'n', '{n, plural, one {# entry} other {# entries}}'],
  [
    '{n} free answers left, then {price} tokens each. An answer that fails costs nothing.',
    null,
    'n',
    '{n, plural, one {# free answer} other {# free answers}} left, then {price} tokens each. An answer that fails costs nothing.',
  ],
  ['{n} left', null, 'n', '{n, plural, one {# left} other {# left}}'],
  ['{n} left, {invited} held by invites', null, 'n', '{n, plural, one {# left} other {# left}}, {invited} held by invites'],
  [
    '{n} of at most {most} tags, separated by commas.',
    null,
    'n',
    '{n, plural, one {# of at most {most} tags} other {# of at most {most} tags}}, separated by commas.',
  ],
  [
    '{n} of {all} lessons are new or were changed since they were translated. You read those in {language}.',
    null,
    'n',
    '{n, plural, one {# of {all} lessons is new or was changed since it was translated. You read it in {language}.} other {# of {all} lessons are new or were changed since they were translated. You read those in {language}.}}',
  ],
  [
    '{n} of {all} lessons are not translated. You read those in {language}.',
    null,
    'n',
    '{n, plural, one {# of {all} lessons is not translated. You read it in {language}.} other {# of {all} lessons are not translated. You read those in {language}.}}',
  ],
  [
    '{n} questions wait to be reviewed',
    'A question waits to be reviewed',
    'n',
    '{n, plural, one {A question waits to be reviewed} other {# questions wait to be reviewed}}',
  ],
  ['{title}: {ready} of {n} lessons ready', null, 'n', '{title}: {ready} of {n, plural, one {# lesson} other {# lessons}} ready'],
  ['A long text becomes {n} notes.', null, 'n', 'A long text becomes {n, plural, one {# note} other {# notes}}.'],
  [
    'A payment can be refunded within {n} days, once in twelve months.',
    null,
    'n',
    'A payment can be refunded within {n, plural, one {# day} other {# days}}, once in twelve months.',
  ],
  ['Accept {n} new texts', 'Accept 1 new text', 'n', 'Accept {n, plural, one {# new text} other {# new texts}}'],
  [
    'All {n} lessons are written and can be compared with the course.',
    null,
    'n',
    '{n, plural, one {The lesson is written and can be compared with the course.} other {All # lessons are written and can be compared with the course.}}',
  ],
  [
    'All {n} lessons are written and part of the course now.',
    null,
    'n',
    '{n, plural, one {The lesson is written and part of the course now.} other {All # lessons are written and part of the course now.}}',
  ],
  ['At most {n} lessons in a course.', null, 'n', 'At most {n, plural, one {# lesson} other {# lessons}} in a course.'],
  ['At most {n} lessons in a module.', null, 'n', 'At most {n, plural, one {# lesson} other {# lessons}} in a module.'],
  ['Corrected {n} lessons', 'Corrected 1 lesson', 'n', 'Corrected {n, plural, one {# lesson} other {# lessons}}'],
  [
    'Keep: the {n} finished lessons become a course in My Courses.',
    'Keep: the finished lesson becomes a course in My Courses.',
    'n',
    '{n, plural, one {Keep: the finished lesson becomes a course in My Courses.} other {Keep: the # finished lessons become a course in My Courses.}}',
  ],
  [
    'Nothing was earned in these {n} months.',
    null,
    'n',
    '{n, plural, one {Nothing was earned in this month.} other {Nothing was earned in these # months.}}',
  ],
  [
    'Practice is being written for {n} lessons.',
    'Practice is being written for 1 lesson.',
    'n',
    'Practice is being written for {n, plural, one {# lesson} other {# lessons}}.',
  ],
  ['Review today ({n})', null, 'n', 'Review today ({n, plural, one {#} other {#}})'],
  ['Reviewed {n} lessons', 'Reviewed 1 lesson', 'n', 'Reviewed {n, plural, one {# lesson} other {# lessons}}'],
  [
    'Separate several by commas or lines. Each gets a link that works for {n} days.',
    null,
    'n',
    'Separate several by commas or lines. Each gets a link that works for {n, plural, one {# day} other {# days}}.',
  ],
  [
    'Show {n} unchanged paragraphs',
    'Show 1 unchanged paragraph',
    'n',
    'Show {n, plural, one {# unchanged paragraph} other {# unchanged paragraphs}}',
  ],
  ['Stop and keep {n} lessons', 'Stop and keep 1 lesson', 'n', 'Stop and keep {n, plural, one {# lesson} other {# lessons}}'],
  [
    'The course is written, but for {n} lessons. They can be written below; the rest stays as it is.',
    'The course is written, but for 1 lesson. It can be written below; the rest stays as it is.',
    'n',
    '{n, plural, one {The course is written, but for # lesson. It can be written below; the rest stays as it is.} other {The course is written, but for # lessons. They can be written below; the rest stays as it is.}}',
  ],
  [
    'The other {n} are not written.',
    'The other one is not written.',
    'n',
    '{n, plural, one {The other one is not written.} other {The other # are not written.}}',
  ],
  [
    'The password is changed. {n} other devices were signed out.',
    'The password is changed. One other device was signed out.',
    'n',
    '{n, plural, one {The password is changed. One other device was signed out.} other {The password is changed. # other devices were signed out.}}',
  ],
  [
    'Too many requests. Please try again in {n} minutes.',
    null,
    'n',
    'Too many requests. Please try again in {n, plural, one {# minute} other {# minutes}}.',
  ],
  ['View all {n}', null, 'n', 'View all {n, plural, one {#} other {#}}'],
  [
    'Wrote practice for {n} lessons',
    'Wrote practice for 1 lesson',
    'n',
    'Wrote practice for {n, plural, one {# lesson} other {# lessons}}',
  ],
  ['Wrote {n} lessons', 'Wrote 1 lesson', 'n', 'Wrote {n, plural, one {# lesson} other {# lessons}}'],
  [
    'You stopped it and kept {n} lessons as a course. {charged}',
    'You stopped it and kept 1 lesson as a course. {charged}',
    'n',
    'You stopped it and kept {n, plural, one {# lesson} other {# lessons}} as a course. {charged}',
  ],
  [
    'You stopped it and kept {n} lessons.',
    'You stopped it and kept 1 lesson.',
    'n',
    'You stopped it and kept {n, plural, one {# lesson} other {# lessons}}.',
  ],
  [
    'Your courses, your progress and your personal data are deleted after {days} days. Until then you can sign in and keep the account.',
    null,
    'days',
    'Your courses, your progress and your personal data are deleted after {days, plural, one {# day} other {# days}}. Until then you can sign in and keep the account.',
  ],
  ['in {n} published courses', 'in 1 published course', 'n', 'in {n, plural, one {# published course} other {# published courses}}'],
  [
    'last {n} courses here, and how busy it is now',
    null,
    'n',
    '{n, plural, one {last course} other {last # courses}} here, and how busy it is now',
  ],
  ['{low}–{high} minutes', null, 'high', '{high, plural, one {{low}–# minute} other {{low}–# minutes}}'],
  ['{low}–{high} seconds', null, 'high', '{high, plural, one {{low}–# second} other {{low}–# seconds}}'],
  ['{n} days left', '1 day left', 'n', '{n, plural, one {# day} other {# days}} left'],
  ['{n} invites sent', 'Invite sent', 'n', '{n, plural, one {Invite sent} other {# invites sent}}'],
  ['{n} lessons', '1 lesson', 'n', '{n, plural, one {# lesson} other {# lessons}}'],
  [
    '{n} lessons are without quiz or exercises; retrying them costs nothing.',
    '1 lesson is without quiz or exercises; retrying it costs nothing.',
    'n',
    '{n, plural, one {# lesson is without quiz or exercises; retrying it costs nothing.} other {# lessons are without quiz or exercises; retrying them costs nothing.}}',
  ],
  [
    '{n} lessons could not be written.',
    '1 lesson could not be written.',
    'n',
    '{n, plural, one {# lesson} other {# lessons}} could not be written.',
  ],
  [
    '{n} lessons differ from now.',
    '1 lesson differs from now.',
    'n',
    '{n, plural, one {# lesson differs} other {# lessons differ}} from now.',
  ],
  ['{n} minutes', '1 minute', 'n', '{n, plural, one {# minute} other {# minutes}}'],
  ['{n} modules', '1 module', 'n', '{n, plural, one {# module} other {# modules}}'],
  ['{n} months', null, 'n', '{n, plural, one {# month} other {# months}}'],
  [
    '{n} movements. Days begin at midnight UTC.',
    '1 movement. Days begin at midnight UTC.',
    'n',
    '{n, plural, one {# movement} other {# movements}}. Days begin at midnight UTC.',
  ],
  [
    '{n} new texts are live. The old ones are in the history.',
    'The new text is live. The old one is in the history.',
    'n',
    '{n, plural, one {The new text is live. The old one is in the history.} other {# new texts are live. The old ones are in the history.}}',
  ],
  [
    '{n} new texts are ready: compare',
    'A new text is ready: compare',
    'n',
    '{n, plural, one {A new text is ready: compare} other {# new texts are ready: compare}}',
  ],
  [
    '{n} pinned lessons are left alone.',
    '1 pinned lesson is left alone.',
    'n',
    '{n, plural, one {# pinned lesson is} other {# pinned lessons are}} left alone.',
  ],
  ['{n} seconds', '1 second', 'n', '{n, plural, one {# second} other {# seconds}}'],
  ['{n}-day free trial, no card needed', null, 'n', '{n, plural, one {#-day} other {#-day}} free trial, no card needed'],
  ['{sum} in {n} months.', null, 'n', '{sum} in {n, plural, one {# month} other {# months}}.'],
  ['{total} changes', '1 change', 'total', '{total, plural, one {# change} other {# changes}}'],
  [
    "{n} of its {lessons} lessons could not be written. You can have them written from the course's page.",
    null,
    'n',
    "{n, plural, one {# of its {lessons} lessons could not be written. You can have it written} other {# of its {lessons} lessons could not be written. You can have them written}} from the course's page.",
  ],
  [
    'Your plan ends with the account. What you paid in the last {n} days can be given back on the billing page first: sign in to ask for it.',
    null,
    'n',
    'Your plan ends with the account. What you paid in the last {n, plural, one {day} other {# days}} can be given back on the billing page first: sign in to ask for it.',
  ],
  [
    'Must have exactly {n} characters.',
    'Must have exactly 1 character.',
    'n',
    'Must have exactly {n, plural, one {# character} other {# characters}}.',
  ],
  [
    'Must have at most {n} characters.',
    'Must have at most 1 character.',
    'n',
    'Must have at most {n, plural, one {# character} other {# characters}}.',
  ],
  ['Must have exactly {n} entries.', 'Must have exactly 1 entry.', 'n', 'Must have exactly {n, plural, one {# entry} other {# entries}}.'],
  [
    'Must have at least {n} entries.',
    'Must have at least 1 entry.',
    'n',
    'Must have at least {n, plural, one {# entry} other {# entries}}.',
  ],
  ['Must have at most {n} entries.', 'Must have at most 1 entry.', 'n', 'Must have at most {n, plural, one {# entry} other {# entries}}.'],
  [
    '{n} tokens are set aside for it.',
    '1 token is set aside for it.',
    'n',
    '{n, plural, one {# token is} other {# tokens are}} set aside for it.',
  ],
  [
    '{n} tokens of your organisation are set aside for it.',
    '1 token of your organisation is set aside for it.',
    'n',
    '{n, plural, one {# token of your organisation is} other {# tokens of your organisation are}} set aside for it.',
  ],
  [
    '{n} seats are left for {people} people.',
    '1 seat is left for {people} people.',
    'n',
    '{n, plural, one {# seat is} other {# seats are}} left for {people} people.',
  ],
  [
    '{n} questions of this lesson are open. Complete it anyway?',
    '1 question of this lesson is open. Complete it anyway?',
    'n',
    '{n, plural, one {# question of this lesson is} other {# questions of this lesson are}} open. Complete it anyway?',
  ],
  ['{n} students', '1 student', 'n', '{n, plural, one {# student} other {# students}}'],
  [
    'What {n} of them cost is unknown: they were cut off, or their model has no known price.',
    'What 1 of them cost is unknown: it was cut off, or its model has no known price.',
    'n',
    '{n, plural, one {What # of them cost is unknown: it was cut off, or its model has no known price.} other {What # of them cost is unknown: they were cut off, or their model has no known price.}}',
  ],
  ['Stopped, {n} lessons kept', 'Stopped, 1 lesson kept', 'n', 'Stopped, {n, plural, one {# lesson} other {# lessons}} kept'],
  ['{ready} of {total} lessons', '{ready} of 1 lesson', 'total', '{ready} of {total, plural, one {# lesson} other {# lessons}}'],
  [
    '{ready} of {total} lessons ready',
    '{ready} of 1 lesson ready',
    'total',
    '{ready} of {total, plural, one {# lesson} other {# lessons}} ready',
  ],
  [
    'outline being written, {n} lessons so far',
    'outline being written, 1 lesson so far',
    'n',
    'outline being written, {n, plural, one {# lesson} other {# lessons}} so far',
  ],
  [
    '{n} new texts stay here, to be decided later.',
    '1 new text stays here, to be decided later.',
    'n',
    '{n, plural, one {# new text stays} other {# new texts stay}} here, to be decided later.',
  ],
  ['Discard {n} new texts?', 'Discard this new text?', 'n', '{n, plural, one {Discard this new text?} other {Discard # new texts?}}'],
  [
    'The missing lessons could not be written. The course is as it was.',
    'The missing lesson could not be written. The course is as it was.',
    'n',
    '{n, plural, one {The missing lesson} other {The missing lessons}} could not be written. The course is as it was.',
  ],
  ['{n} courses', '1 course', 'n', '{n, plural, one {# course} other {# courses}}'],
];
const BY_PLURAL = new Map(RENAMED.map((row) => [row[0], row]));
const SINGLE = new Set(RENAMED.map(([, single]) => single));
