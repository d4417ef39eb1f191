import Button from '@mui/material/Button';
import { CAST_ROLES } from '#contract/operator/evaluation-plan.contract.ts';
import { type EvaluationReport, type JudgeFigures, type Standing } from '#contract/operator/evaluations.contract.ts';
import { formatList, formatNumber, formatPercent } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { faultWord, judgeWord, partWord, roleWord } from './evaluation-words.ts';

type CastRow = Standing & { readonly place: number };

const rounded = (value: number | null, digits = 0): string => (value === null ? NO_VALUE : formatNumber(Number(value.toFixed(digits))));
const shareOf = (held: number, all: number): string =>
  all === 0 ? NO_VALUE : t('{held} of {all}', { held: formatNumber(held), all: formatNumber(all) });

export const castColumns = (
  { evaluation: about }: EvaluationReport,
  isPending: boolean,
  onDefault: (cast: number) => void,
): Column<CastRow>[] => [
  {
    id: 'cast',
    name: t('Configuration'),
    cell: ({ place }) => (
      <>
        <bdi>{about.casts[place]?.name}</bdi> {about.applied_cast === place && <Quiet>{t('the default')}</Quiet>}
      </>
    ),
  },
  {
    id: 'roles',
    name: t('Roles'),
    isExtra: true,
    cell: ({ place }) => (
      <bdi>{formatList(CAST_ROLES.map((role) => `${roleWord(role)}: ${partWord(about.casts[place]!.roles[role])}`))}</bdi>
    ),
  },
  { id: 'score', name: t('Score'), isFigure: true, cell: ({ score }) => (score === null ? NO_VALUE : formatPercent(score)) },
  {
    id: 'pairs',
    name: t('Won, lost, tied'),
    isFigure: true,
    cell: ({ wins, losses, ties }) => [wins, losses, ties].map(formatNumber).join(' · '),
  },
  {
    id: 'written',
    name: t('Written'),
    isFigure: true,
    cell: ({ written, failed }) =>
      failed === 0 ? (
        formatNumber(written)
      ) : (
        <Mark>{t('{written}, {failed} failed', { written: formatNumber(written), failed: formatNumber(failed) })}</Mark>
      ),
  },
  { id: 'problems', name: t('Problems per lesson'), isFigure: true, cell: ({ problems }) => rounded(problems, 2) },
  {
    id: 'corrected',
    name: t('Corrected'),
    isFigure: true,
    isExtra: true,
    cell: ({ corrected }) => (corrected === null ? NO_VALUE : formatPercent(corrected)),
  },
  { id: 'citations', name: t('Valid citations'), isFigure: true, cell: ({ citations }) => shareOf(citations.held, citations.all) },
  { id: 'questions', name: t('Sound questions'), isFigure: true, cell: ({ questions }) => shareOf(questions.sound, questions.all) },
  { id: 'words', name: t('Words'), isFigure: true, isExtra: true, cell: ({ words }) => rounded(words) },
  { id: 'lix', name: t('Reading level (LIX)'), isFigure: true, isExtra: true, cell: ({ reading_level: level }) => rounded(level, 1) },
  { id: 'time', name: t('Time per lesson'), isFigure: true, cell: ({ seconds }) => (seconds === null ? NO_VALUE : formatSeconds(seconds)) },
  { id: 'cost', name: t('Cost a lesson'), isFigure: true, cell: ({ micro_usd: cost }) => (cost === null ? NO_VALUE : formatMicro(cost)) },
  {
    id: 'found',
    name: t('Found by the checks'),
    cell: ({ found }) =>
      found.length === 0 ? NO_VALUE : formatList(found.map(({ fault, lessons }) => `${faultWord(fault)} (${formatNumber(lessons)})`)),
  },
  {
    id: 'act',
    name: t('Act'),
    isAct: true,
    cell: ({ place, written }) =>
      written > 0 &&
      !about.is_given &&
      about.applied_cast !== place && (
        <Button size="small" color="inherit" aria-busy={isPending} onClick={() => onDefault(place)}>
          {t('Make default')}
          <VisuallyHidden> {about.casts[place]?.name}</VisuallyHidden>
        </Button>
      ),
  },
];

export const judgeColumns = (): Column<JudgeFigures>[] => [
  { id: 'judge', name: t('Judge'), cell: ({ name }) => <bdi>{judgeWord(name)}</bdi> },
  { id: 'verdicts', name: t('Verdicts'), isFigure: true, cell: ({ verdicts }) => formatNumber(verdicts) },
  {
    id: 'places',
    name: t('First, second, tied'),
    isFigure: true,
    cell: ({ first, second, ties }) => [first, second, ties].map(formatNumber).join(' · '),
  },
  {
    id: 'steady',
    name: t('The same in both orders'),
    isFigure: true,
    cell: ({ steady }) => (steady === null ? NO_VALUE : formatPercent(steady)),
  },
  {
    id: 'bias',
    name: t('Trustworthy'),
    cell: ({ prefers }) =>
      prefers === null ? (
        t('yes')
      ) : (
        <Mark>
          {prefers === 'first'
            ? t('no: favours the first answer, so its verdicts do not count')
            : t('no: favours the second answer, so its verdicts do not count')}
        </Mark>
      ),
  },
];

/** How far the judges agree. */
export function agreementWords({ agreement }: EvaluationReport): string {
  return formatList(
    agreement.map(({ one, other, pairs, equal, kappa }) =>
      kappa === null
        ? t('{one} and {other} agree on {share} of {n, plural, one {# pair} other {# pairs}}', {
            one: judgeWord(one),
            other: judgeWord(other),
            share: formatPercent(equal),
            n: pairs,
          })
        : t('{one} and {other} agree on {share} of {n, plural, one {# pair} other {# pairs}} (kappa {kappa})', {
            one: judgeWord(one),
            other: judgeWord(other),
            share: formatPercent(equal),
            n: pairs,
            kappa: formatNumber(Number(kappa.toFixed(2))),
          }),
    ),
  );
}

type BriefRow = EvaluationReport['by_brief'][number] & { readonly number: number };

export const briefColumns = ({ evaluation: about }: EvaluationReport, onOpen: (number: number) => void): Column<BriefRow>[] => {
  const nameOf = (cast: number) => about.casts[cast]?.name ?? '';
  return [
    { id: 'topic', name: t('Topic'), cell: ({ topic }) => <span dir="auto">{topic}</span> },
    {
      id: 'better',
      name: t('Better'),
      cell: ({ outcomes, missing }) => {
        const said = outcomes.map(({ one, other, winner }) => {
          const better = winner === null ? t('tied') : nameOf(winner);
          return about.casts.length === 2 ? better : t('{one} or {other}: {better}', { one: nameOf(one), other: nameOf(other), better });
        });
        const lost = missing.map((cast) => t('{cast} is missing', { cast: nameOf(cast) }));
        return [...said, ...(said.length > 0 ? [] : lost)].join(' · ') || NO_VALUE;
      },
    },
    {
      id: 'act',
      name: t('Act'),
      isAct: true,
      cell: ({ number, topic }) => (
        <Button size="small" color="inherit" onClick={() => onOpen(number)}>
          {t('Side by side')}
          <VisuallyHidden> {formulaWords(topic, undefined)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
};
