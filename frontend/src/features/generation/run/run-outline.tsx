import { useId, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Fade from '@mui/material/Fade';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { languageAttributes, type TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { failureReasons } from '#frontend/lib/failure-reasons.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { workStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { canRetry, RetryLesson, type Later } from './retry-lesson.tsx';
import { countReady, groupByModule, itemNumber, marginOfItemIn, isStalled, type RunItem } from './run-words.ts';

const CARD = { marginBlockStart: 3, padding: '18px 20px 10px' } as const;

/** The state of work that a margin stands for. */
const STATE_OF = { done: 'completed', failed: 'failed', waiting: 'pending' } as const;

/** For an outline whose lessons are read beside it instead of on their own page. */
interface Beside {
  /** Id of the lesson being shown. */
  readonly shown?: string | undefined;
  readonly onShow?: ((lessonId: string) => void) | undefined;
}

/** The actions on a lesson, or else its state as a word. */
function ItemState({ item, run, shown, onShow }: { readonly item: RunItem; readonly run: StatusEnvelope } & Beside) {
  const title = <VisuallyHidden {...languageAttributes(run.language)}> {formulaWords(item.title, undefined)}</VisuallyHidden>;
  const state = marginOfItemIn(run, item);
  const [module, lesson] = item.written_later?.split('_') ?? [];
  if (!item.readable && run.result && module !== undefined && lesson !== undefined) {
    return (
      <LinkButton to="/courses/$courseId/learn/$module/$lesson" params={{ courseId: run.result.course_id, module, lesson }}>
        {t('Written later: read')}
        {title}
      </LinkButton>
    );
  }
  // the run ended without this lesson
  if (!item.readable && (run.stopped || run.status === 'completed')) return <StateWord state="waiting">{t('Not written')}</StateWord>;
  if (item.readable || (state === 'writing' && item.state === 'processing')) {
    const words = item.readable ? t('Read now') : t('Being written: read along');
    if (onShow) {
      return (
        <Button variant={shown === item.id ? 'outlined' : 'text'} aria-pressed={shown === item.id} onClick={() => onShow(item.id)}>
          {words}
          {title}
        </Button>
      );
    }
    return (
      <LinkButton to="/create/runs/$taskId/lessons/$lessonId" params={{ taskId: run.task_id, lessonId: item.id }}>
        {words}
        {title}
      </LinkButton>
    );
  }
  const word = state === 'writing' ? t('Being written') : workStateWord(STATE_OF[state]);
  return <StateWord state={state}>{word}</StateWord>;
}

/** Why a lesson, or its practice, is missing; nothing once it exists. */
function whyFailed(item: RunItem): string | null {
  if (!item.readable) return item.state === 'failed' && item.written_later === undefined ? failureReasons(item.failures) : null;
  const reason = item.practice_failures && failureReasons(item.practice_failures);
  return reason ? t('Without quiz or exercises: {reason}', { reason }) : null;
}

/** Whether another run is writing a lesson that this run left out. */
const isWrittenElsewhere = (item: RunItem, later: Later | undefined): boolean =>
  !item.readable &&
  item.written_later === undefined &&
  (item.being_written_in !== undefined || later?.runs.get(item.id)?.isFailed === false);

interface RunOutlineProps extends Beside {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
  readonly later?: Later | undefined;
}

/** The current outline: modules, with a row and a state word for every lesson. */
export function RunOutline({ run, language, later, shown, onShow }: RunOutlineProps) {
  const stateOf = (item: RunItem) => <ItemState item={item} run={run} shown={shown} onShow={onShow} />;
  const marginOf = (item: RunItem) => (isWrittenElsewhere(item, later) ? 'writing' : marginOfItemIn(run, item));
  return groupByModule(run.items).map(({ module, title, items }) => (
    <Chapter
      key={module}
      title={
        <>
          {t('Module {n}', { n: module + 1 })} ·{' '}
          <span {...language}>
            <FormulaText text={title} dir={language.dir} />
          </span>
        </>
      }
      ready={t('{done} of {total}', { done: countReady(items), total: items.length })}
    >
      <Rows as="ol">
        {items.map((item) => (
          <MarginRow key={item.id} as="li" state={marginOf(item)}>
            <Typography component="span" variant="body2" color="textSecondary" sx={{ flex: 'none', width: '2rem' }}>
              {itemNumber(item)}
            </Typography>
            {/* with large text the state wraps to the next line, instead of squeezing the title to one letter per line */}
            <ListItemText
              primary={
                <span {...language}>
                  <FormulaText text={item.title} dir={language.dir} />
                </span>
              }
              secondary={isWrittenElsewhere(item, later) ? null : whyFailed(item)}
              slotProps={{ primary: { color: marginOf(item) === 'waiting' ? 'textSecondary' : 'textPrimary' } }}
              sx={{ flex: '1 1 6rem' }}
            />
            <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', marginInlineStart: 'auto' }}>
              {canRetry(run, item) ? <RetryLesson run={run} item={item} later={later} word={stateOf(item)} /> : stateOf(item)}
            </Stack>
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

/** A module of the outline; it is animated in when it arrives. */
function Chapter({ title, ready, children }: ChapterProps) {
  const id = useId();
  return (
    <Fade in appear>
      <Card component="section" aria-labelledby={id} sx={CARD}>
        <SectionHeading id={id} aside={ready}>
          {title}
        </SectionHeading>
        {children}
      </Card>
    </Fade>
  );
}

/** A placeholder for the first module until there is an outline. */
export function OutlineToCome({ run }: { readonly run: StatusEnvelope }) {
  // the reason for the delay is shown above
  if (isStalled(run)) return null;
  return (
    <Card sx={CARD}>
      <Typography color="textSecondary" sx={{ marginBlockEnd: 1.5 }}>
        {run.status === 'queued'
          ? t('The outline appears here as soon as the course is begun.')
          : t('The outline is being written. It appears here before the lessons.')}
      </Typography>
      {['62%', '48%', '55%', '40%'].map((width) => (
        <MarginRow key={width} state="waiting">
          <Skeleton width={width} />
        </MarginRow>
      ))}
    </Card>
  );
}
