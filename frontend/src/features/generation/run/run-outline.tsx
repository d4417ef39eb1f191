import { useId, type ReactNode } from 'react';
import Card from '@mui/material/Card';
import Fade from '@mui/material/Fade';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { languageAttributes, type TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { failureReasons } from '#frontend/lib/failure-reasons.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { FONTS } from '#frontend/theme/tokens.ts';
import { canRetry, RetryLesson, type Later } from './retry-lesson.tsx';
import { countReady, groupByModule, itemNumber, marginOfItemIn, isStalled, type RunItem } from './run-words.ts';

const Number = styled('span')(({ theme }) => ({
  flex: 'none',
  width: '2.5rem',
  fontFamily: FONTS.mono,
  color: theme.vars.palette.text.secondary,
}));
// With large text the state wraps to the next line, instead of squeezing the title to one letter per line.
const Title = styled('span')(({ theme }) => ({
  flex: '1 1 6rem',
  minWidth: 0,
  '&[data-waiting]': { color: theme.vars.palette.text.secondary },
}));
const Why = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));
const State = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  marginInlineStart: 'auto',
});
const Word = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  paddingInline: 8,
  color: theme.vars.palette.text.secondary,
  '&[data-state="writing"]': { color: theme.vars.palette.secondary.main },
  '&[data-state="failed"]': { color: theme.vars.palette.error.main },
}));

function StateWord({ item, run }: { readonly item: RunItem; readonly run: StatusEnvelope }) {
  if (item.readable) {
    return (
      <LinkButton
        to="/create/runs/$taskId/lessons/$lessonId"
        params={{ taskId: run.task_id, lessonId: item.id }}
        sx={{ flex: 'none', marginBlock: '-6px', marginInlineStart: 'auto' }}
      >
        {t('Read now')}
        <VisuallyHidden {...languageAttributes(run.language)}> {item.title}</VisuallyHidden>
      </LinkButton>
    );
  }
  const [module, lesson] = item.written_later?.split('_') ?? [];
  if (run.result && module !== undefined && lesson !== undefined) {
    return (
      <LinkButton
        to="/courses/$courseId/learn/$module/$lesson"
        params={{ courseId: run.result.course_id, module, lesson }}
        sx={{ flex: 'none', marginBlock: '-6px', marginInlineStart: 'auto' }}
      >
        {t('Written later: read')}
        <VisuallyHidden {...languageAttributes(run.language)}> {item.title}</VisuallyHidden>
      </LinkButton>
    );
  }
  const state = marginOfItemIn(run, item);
  // the run is over without this lesson
  if (run.stopped || run.status === 'completed') return <Word>{t('Not written')}</Word>;
  if (state === 'writing' && item.state === 'processing') {
    return (
      <LinkButton
        to="/create/runs/$taskId/lessons/$lessonId"
        params={{ taskId: run.task_id, lessonId: item.id }}
        sx={{ flex: 'none', marginBlock: '-6px', marginInlineStart: 'auto' }}
      >
        {t('Being written: read along')}
        <VisuallyHidden {...languageAttributes(run.language)}> {item.title}</VisuallyHidden>
      </LinkButton>
    );
  }
  const word = { done: t('Finished'), writing: t('Being written'), failed: t('Failed'), waiting: t('Waiting') }[state];
  return <Word data-state={state}>{word}</Word>;
}

/** Why a lesson, or its practice, is missing; renders nothing once it exists. */
function WhyFailed({ item }: { readonly item: RunItem }) {
  if (item.readable) {
    const words = item.practice_failures && failureReasons(item.practice_failures);
    return words ? <Why>{t('Without quiz or exercises: {reason}', { reason: words })}</Why> : null;
  }
  const words = item.state === 'failed' && item.written_later === undefined ? failureReasons(item.failures) : null;
  return words === null ? null : <Why>{words}</Why>;
}

/** Whether another run is writing a lesson this run left out. */
const isWrittenElsewhere = (item: RunItem, later: Later | undefined): boolean =>
  !item.readable &&
  item.written_later === undefined &&
  (item.being_written_in !== undefined || later?.runs.get(item.id)?.isFailed === false);

interface RunOutlineProps {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
  readonly later: Later | undefined;
}

/** The current outline: modules, and a row with a word for every lesson. */
export function RunOutline({ run, language, later }: RunOutlineProps) {
  const marginOf = (item: RunItem) => (isWrittenElsewhere(item, later) ? 'writing' : marginOfItemIn(run, item));
  return groupByModule(run.items).map(({ module, title, items }) => (
    <Chapter
      key={module}
      title={
        <>
          {t('Module {n}', { n: module + 1 })} · <span {...language}>{isolateLatinTerms(title, language.dir)}</span>
        </>
      }
      ready={t('{done} of {total}', { done: countReady(items), total: items.length })}
    >
      <Rows as="ol">
        {items.map((item) => (
          <MarginRow key={item.id} as="li" state={marginOf(item)}>
            <Number>{itemNumber(item)}</Number>
            <Title data-waiting={marginOf(item) === 'waiting' ? '' : undefined}>
              <span {...language}>{isolateLatinTerms(item.title, language.dir)}</span>
              {!isWrittenElsewhere(item, later) && <WhyFailed item={item} />}
            </Title>
            <State>
              {canRetry(run, item) ? (
                <RetryLesson run={run} item={item} later={later} word={<StateWord item={item} run={run} />} />
              ) : (
                <StateWord item={item} run={run} />
              )}
            </State>
          </MarginRow>
        ))}
      </Rows>
    </Chapter>
  ));
}

interface ChapterProps {
  readonly title: ReactNode;
  readonly ready: string;
  readonly children: ReactNode;
}

/** A chapter comes with the outline, and moves in when it does. */
function Chapter({ title, ready, children }: ChapterProps) {
  const id = useId();
  return (
    <Fade in appear>
      <Card component="section" aria-labelledby={id} sx={{ marginBlockStart: 3, padding: '18px 20px 10px' }}>
        <SectionHeading id={id} aside={ready}>
          {title}
        </SectionHeading>
        {children}
      </Card>
    </Fade>
  );
}

/** Shown instead of the outline until it exists. */
export function OutlineToCome({ run }: { readonly run: StatusEnvelope }) {
  // the reason for the delay is shown above
  if (isStalled(run)) return null;
  return (
    <Typography color="textSecondary" sx={{ marginBlockStart: 4 }}>
      {run.status === 'queued'
        ? t('The outline appears here as soon as the course is begun.')
        : t('The outline is being written. It appears here before the lessons.')}
    </Typography>
  );
}
