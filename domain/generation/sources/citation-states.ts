import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { CitationVerdict } from '#domain/generation/prompts/documents.ts';

/** A text with its citations, and the service that wrote it. */
interface Text {
  readonly content: string;
  readonly service: Service | null;
}

/** A service's verdicts on the citations of a text. */
interface Judgement {
  readonly output: unknown;
  readonly service: Service | null;
}

interface Judged {
  readonly written: Text;
  /** After a review; null if it did not change the text. */
  readonly corrected: Text | null;
  /** Of the written text. */
  readonly review: Judgement | undefined;
  /** Of the corrected one. */
  readonly recheck: Judgement | undefined;
}

const verdictsOf = (judgement: Judgement | undefined, authors: readonly (Service | null)[]): ReadonlyMap<number, boolean> => {
  const isSecond = judgement !== undefined && judgement.service !== null && !authors.includes(judgement.service);
  const verdicts = (isSecond && (judgement.output as { citation_verdicts?: CitationVerdict[] }).citation_verdicts) || [];
  return new Map(verdicts.map(({ marker, ok }) => [marker, ok]));
};

/**
 * Returns the citations of a lesson's current text with their states. A service cannot confirm its own text, and a verdict counts only for
 * the sentence it was given on.
 */
export function withStates(citations: readonly Citation[], { written, corrected, review, recheck }: Judged): Citation[] {
  const [then, now] = [citedSentences(written.content), citedSentences((corrected ?? written).content)];
  const first = verdictsOf(review, [written.service]);
  const second = verdictsOf(recheck, [written.service, corrected?.service ?? null]);
  return citations.map((citation) => {
    const { marker, state } = citation;
    if (state === 'not_found') return citation;
    const verdicts = [then.get(marker) === now.get(marker) ? first.get(marker) : undefined, second.get(marker)];
    if (verdicts.includes(false)) return { ...citation, state: 'unsupported' };
    return { ...citation, state: verdicts.includes(true) ? 'supported' : 'unchecked' };
  });
}
