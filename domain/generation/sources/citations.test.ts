import { describe, expect, it } from 'vitest';
import { citedSentences, plainContent } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { buildLesson } from '#domain/courses/content/course.factory.ts';
import { editedCitations } from '#domain/courses/content/lesson.commands.ts';
import { writeLesson } from '#domain/courses/text/lesson-tree.queries.ts';
import { lessonBlocks } from '#domain/exports/formats/course-blocks.ts';
import type { FoundPassage } from '#domain/sources/passages.queries.ts';
import { withStates } from '../lessons/assemble-lesson.ts';
import { carryCitations, checkCitations, resolveCitations, containsQuote } from './resolve-citations.ts';

const passage = (passageId: string, text: string): FoundPassage => ({
  passageId,
  sourceId: 's',
  sourceName: 'bees.md',
  number: Number(passageId.split('p')[1]),
  page: null,
  headings: [],
  text,
});
const PASSAGES = [
  passage('s1p1', 'A colony counts fifty\nthousand workers in “June”.'),
  passage('s1p2', 'The queen lays two thousand eggs a day.'),
];
const cite = (marker: number, quote: string, passage_id = 's1p1') => ({ marker, passage_id, quote });

it.each([
  ['counts fifty  thousand workers', true],
  ['workers in "June".', false],
  ['thousand workers in "June".', true],
  ['colony counts fifty thous', false],
  ['olony counts fifty thousand', false],
  ['counts sixty thousand workers', false],
  ['', false],
])('whether %j occurs in a passage word for word: %s', (quote, stands) => expect(containsQuote(quote, PASSAGES[0]!.text)).toBe(stands));

it('in scripts without spaces, characters are compared', () => {
  expect(containsQuote('蜜蜂在春天采集花粉', '蜜蜂在春天采集花粉。')).toBe(true);
  expect(containsQuote('蜜蜂在秋天采集花粉', '蜜蜂在春天采集花粉。')).toBe(false);
});

it('the sentence of a mark is the one before it', () => {
  expect([...citedSentences('First. “Second one.” [^1] Third[^2].\n\n- Fourth [^3]')]).toEqual([
    [1, '“Second one.”'],
    [2, 'Third'],
    [3, '- Fourth'],
  ]);
});

it('citations are numbered in order and located by their quote; a missing quote is reported', () => {
  const content = 'Many.[^7] A queen.[^2] Nothing.[^4] Again.[^7] Unknown.[^9]';
  const answers = [
    cite(2, 'lays two thousand eggs a day', 's1p1'),
    cite(7, 'counts fifty thousand workers'),
    cite(4, 'bees can read books'),
    cite(5, 'no mark at all here'),
  ];
  const resolved = resolveCitations({ content, citations: answers }, PASSAGES);
  expect(resolved.content).toBe('Many.[^1] A queen.[^2] Nothing.[^3] Again.[^1] Unknown.');
  expect(resolved.citations.map(({ marker, state, passage: found }) => [marker, state, found?.number])).toEqual([
    [1, 'unchecked', 1],
    [2, 'unchecked', 2],
    [3, 'not_found', undefined],
  ]);
  expect(checkCitations({ content, citations: answers }, PASSAGES)).toMatchObject([
    { text: expect.stringContaining('citations 4 do not') },
  ]);
  expect(checkCitations({ content: 'No marks.' }, PASSAGES)).toHaveLength(1);
});

it('an exported lesson lists its sources at its end, and names the statements that are not from them', () => {
  const from: Citation = {
    marker: 1,
    state: 'supported',
    quote: 'fifty thousand',
    passage: { source_id: 's', source_name: 'bees.pdf', number: 1, page: 3 },
  };
  const lesson = buildLesson({
    content: 'Many.[^1] They read.[^2]',
    citations: [from, { ...from, marker: 2, state: 'not_found', passage: null }],
  });
  const markdown = writeLesson(
    lessonBlocks({ ...lesson, index: '0_0', completed: false, bookmarked: false, pinned: false }, 2, {
      lang: 'en',
      titleOf: () => undefined,
      taskAfter: () => null,
      factsAfter: () => null,
    }),
  );
  expect(markdown).toContain('Many. (1) They read. (not from the sources)');
  expect(markdown).toContain('## Sources\n\n- (1) “fifty thousand”: bees.pdf, p. 3');
  expect(plainContent(lesson)).toBe('Many. They read.');
});

describe('a second service’s verdict', () => {
  const written = { content: 'Many.[^1] A queen.[^2] Drones.[^3]', voice: 'claude' };
  const citations: Citation[] = [1, 2, 3].map((marker) => ({
    marker,
    state: 'unchecked',
    quote: 'q',
    passage: { source_id: 's', source_name: 'n', number: 1, page: null },
  }));
  const message = (voice: string, ...ok: boolean[]) => ({
    voice,
    output: { citation_verdicts: ok.map((one, at) => ({ marker: at + 1, ok: one, reason: '' })) },
  });
  const states = (rest: Partial<Parameters<typeof withStates>[1]>) =>
    withStates(citations, { written, corrected: null, check: undefined, recheck: undefined, ...rest }).map(({ state }) => state);

  it('counts for its sentence; a service does not verify its own citation', () => {
    expect(states({ check: message('grok', true, false) })).toEqual(['supported', 'unsupported', 'unchecked']);
    expect(states({ check: message('claude', true, true, true) })).toEqual(['unchecked', 'unchecked', 'unchecked']);
    const corrected = { content: 'Very many.[^1] A queen.[^2]', voice: 'openai' };
    expect(states({ corrected, check: message('grok', true, true) })).toEqual(['unchecked', 'supported', 'unchecked']);
    expect(states({ corrected, check: message('grok', true, true), recheck: message('grok', true, false) })).toEqual([
      'supported',
      'unsupported',
      'unchecked',
    ]);
    expect(states({ corrected, check: message('grok', true, true), recheck: message('openai', true, true) })).toEqual([
      'unchecked',
      'supported',
      'unchecked',
    ]);
  });

  it('survives a correction with its mark, and is void for a sentence that its owner changed', () => {
    expect(carryCitations({ content: written.content, citations }, 'Many.[^1] The queen.[^2] New.[^8]')).toMatchObject({
      content: 'Many.[^1] The queen.[^2] New.',
      citations: [{ marker: 1 }, { marker: 2 }],
      unjudged: 1,
    });
    const supported = citations.map((one) => ({ ...one, state: 'supported' as const }));
    expect(editedCitations({ content: written.content, citations: supported }, 'Many.[^1] No queen.[^2]')).toMatchObject([
      { state: 'supported' },
      { state: 'unchecked' },
    ]);
  });
});
