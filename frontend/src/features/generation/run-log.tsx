import { useState } from 'react';
import { styled } from '@mui/material/styles';
import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { formatClock } from '#frontend/lib/format.ts';
import { hasEnded } from '#frontend/lib/poll-run.ts';
import { t, told } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { FONTS } from '#frontend/theme/tokens.ts';
import { groupByModule, type RunItem } from './run-words.ts';

const Fold = styled('details')({ marginBlockStart: 28 });
const Head = styled('summary')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'list-item',
  width: 'fit-content',
  paddingBlock: 10,
  cursor: 'pointer',
}));
const Events = styled('ol')(({ theme }) => ({
  ...theme.typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: '8px 0',
  maxHeight: '22rem',
  overflowY: 'auto',
  borderBlock: `1px solid ${theme.vars.palette.line.hairline}`,
  '& li': { display: 'flex', gap: 16, paddingBlock: 3 },
  '& time': { flex: 'none', fontFamily: FONTS.mono, color: theme.vars.palette.text.secondary },
}));

/** What really happened, with times; folded. */
export function RunLog({ log }: { readonly log: StatusEnvelope['log'] }) {
  return (
    <Fold>
      <Head>{t('Log, {n} events', { n: log.length })}</Head>
      <div role="log" aria-live="polite" aria-label={t('Log of the course')}>
        <Events tabIndex={0} aria-label={t('Events')}>
          {log.map(({ at, event, text, words }, index) => (
            <li key={`${at}${event}${index}`}>
              <time dateTime={at}>{formatClock(at)}</time>
              <span>{told(text, words)}</span>
            </li>
          ))}
        </Events>
      </div>
    </Fold>
  );
}

const isOver = ({ readable, state }: RunItem): boolean => readable || state === 'failed';

/** The finished modules, counted from 1, as one text: `1 3`. */
const finishedModules = (run: StatusEnvelope): string =>
  groupByModule(run.items)
    .filter(({ items }) => items.every(isOver))
    .map(({ module }) => module + 1)
    .join(' ');

/** One sentence for the modules that have just been finished; what could not be written is not passed over. */
function finishedWords(run: StatusEnvelope, newest: readonly number[]): string {
  const missing = run.items.filter(({ module, readable }) => newest.includes(module + 1) && !readable).length;
  const n = newest.join(', ');
  const sentence = newest.length === 1 ? t('Module {n} is finished.', { n }) : t('Modules {n} are finished.', { n });
  if (missing === 0) return sentence;
  return `${sentence} ${missing === 1 ? t('1 lesson could not be written.') : t('{n} lessons could not be written.', { n: missing })}`;
}

/**
 * For those who listen: at most one sentence a finished module, one for the outline that waits for them, and nothing about what was so
 * on arrival. The end of the run is told by the page.
 */
export function ModuleAnnouncer({ run }: { readonly run: StatusEnvelope }) {
  const finished = hasEnded(run) ? null : `${run.stage === 'approval' ? 'outline ' : ''}${finishedModules(run)}`;
  const [told, setTold] = useState({ finished: finished ?? '', sentence: '' });
  if (finished !== null && told.finished !== finished) {
    const before = told.finished.split(' ');
    const newest = finished.split(' ').filter((part) => part !== '' && !before.includes(part));
    const sentence = newest.includes('outline')
      ? t('The outline is ready to check.')
      : newest.length > 0
        ? finishedWords(run, newest.map(Number))
        : told.sentence;
    setTold({ finished, sentence });
  }
  return <VisuallyHidden role="status">{told.sentence}</VisuallyHidden>;
}
