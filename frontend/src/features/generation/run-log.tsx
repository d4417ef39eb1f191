import { useState } from 'react';
import { styled } from '@mui/material/styles';
import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { formatClock } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { FONTS } from '#frontend/theme/tokens.ts';
import { groupByModule } from './run-words.ts';

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
          {log.map(({ at, event, text }, index) => (
            <li key={`${at}${event}${index}`}>
              <time dateTime={at}>{formatClock(at)}</time>
              <span>{text}</span>
            </li>
          ))}
        </Events>
      </div>
    </Fold>
  );
}

/** Numbers of the modules in which nothing is left to write, counted from 1, as one text: `1 3`. */
const finishedModules = (run: StatusEnvelope): string =>
  groupByModule(run.items)
    .filter(({ items }) => items.every(({ readable, state }) => readable || state === 'failed'))
    .map(({ module }) => module + 1)
    .join(' ');

/** For those who listen: one sentence a finished module, never more; nothing about those that were finished on arrival. */
export function ModuleAnnouncer({ run }: { readonly run: StatusEnvelope }) {
  const finished = finishedModules(run);
  const [told, setTold] = useState({ finished, sentence: '' });
  if (told.finished !== finished) {
    const before = told.finished.split(' ');
    const newest = finished.split(' ').find((n) => !before.includes(n));
    setTold({ finished, sentence: newest ? t('Module {n} is ready to read.', { n: newest }) : told.sentence });
  }
  return <VisuallyHidden role="status">{told.sentence}</VisuallyHidden>;
}
