import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled, type Theme } from '@mui/material/styles';
import Markdown, { type Components } from 'react-markdown';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { LESSON_PARTS, Prose } from '#frontend/ui/markdown/lesson-markdown.tsx';
import type { DiffRow } from './diff-blocks.ts';
import type { Block } from './lesson-blocks.ts';

/** Number of unchanged blocks shown around a change. */
const AROUND = 1;

const Pair = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gap: '4px 32px',
  paddingBlock: 10,
  paddingInlineStart: 16,
  borderInlineStart: '3px solid transparent',
  scrollMarginBlock: 120,
  '&[data-kind="changed"], &[data-kind="replaced"]': { borderInlineStartColor: theme.vars.palette.secondary.main },
  '&[data-kind="added"]': { borderInlineStartColor: theme.vars.palette.success.main },
  '&[data-kind="removed"]': { borderInlineStartColor: theme.vars.palette.error.main },
  '&:focus': { outline: `3px solid ${theme.vars.palette.focus.main}`, outlineOffset: 2 },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
}));
// in `sx`, a width of 1 means the full width
const UNSEEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
// read out beside each text; visible where the columns have no headers
const LABEL = ({ breakpoints }: Theme) => ({ [breakpoints.up('md')]: UNSEEN });
const Text = styled(Prose)(({ theme }) => ({
  fontSize: '1rem',
  '& > *:last-child, & > div > *:last-child, & blockquote > *:last-child': { marginBlockEnd: 0 },
  '& [data-heading]': { fontWeight: 650, fontSize: '1.125rem', lineHeight: 1.4 },
  '& li > ul, & li > ol': { marginBlockEnd: 0 },
  '& del, & ins': { textDecorationThickness: 1, textUnderlineOffset: '0.2em' },
  '& del': { textDecorationLine: 'line-through', textDecorationColor: theme.vars.palette.error.main },
  '& ins': { textDecorationLine: 'underline', textDecorationColor: theme.vars.palette.success.main },
  // a block that is entirely new or removed has no word marks
  '[data-kind="changed"] &': { '& del, & ins': { textDecorationThickness: 2, backgroundColor: theme.vars.palette.background.sunken } },
  // Few screen readers announce the two elements themselves.
  '& [data-said]::before': { content: 'attr(data-said)', ...UNSEEN },
}));

const kindWord = (kind: DiffRow['kind'], added: string): string =>
  ({ same: '', changed: t('Changed'), replaced: t('Replaced'), added, removed: t('Left out') })[kind];

/** Headings become plain paragraphs here, because the page has its own headings. */
const heading: Components['h1'] = ({ children }) => <p data-heading="">{children}</p>;
/** The same elements as in the lesson itself. */
const parts: Components = {
  ...LESSON_PARTS,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  ins: ({ children }) => <ins data-said={`${t('added:')} `}>{children}</ins>,
  del: ({ children }) => <del data-said={`${t('left out:')} `}>{children}</del>,
};

/** Renders a block as the lesson does. It is already a tree, so a plugin inserts it in place of parsed text. */
function BlockText({ block }: { readonly block: Block }) {
  const put = () => (tree: { children: unknown[] }) => {
    tree.children = [block];
  };
  return (
    <Markdown components={parts} rehypePlugins={[put]}>
      {''}
    </Markdown>
  );
}

interface SideOfRowProps {
  readonly label: string;
  readonly block: Block | null;
  readonly language: TextLanguage;
}

function SideOfRow({ label, block, language }: SideOfRowProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      {block && (
        <>
          <Typography component="small" variant="caption" color="textSecondary" sx={LABEL}>
            {label}
          </Typography>
          <Text {...language}>
            <BlockText block={block} />
          </Text>
        </>
      )}
    </Box>
  );
}

interface TextDiffProps {
  readonly rows: readonly DiffRow[];
  /** Names of the two sides: 'Now' and 'New text'. */
  readonly labels: readonly [string, string];
  readonly language: TextLanguage;
  /** The label of a block that exists only on the second side. */
  readonly added: string;
}

type Stretch = { readonly row: DiffRow; readonly index: number } | { readonly hidden: readonly DiffRow[]; readonly index: number };

/** Groups rows, collapsing long unchanged ranges. */
function stretchesOf(rows: readonly DiffRow[]): Stretch[] {
  const isNear = rows.map((_, at) => rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same'));
  const stretches: Stretch[] = [];
  for (let at = 0; at < rows.length; at++) {
    if (isNear[at]) {
      stretches.push({ row: rows[at]!, index: at });
      continue;
    }
    let end = at;
    while (end + 1 < rows.length && !isNear[end + 1]) end += 1;
    stretches.push({ hidden: rows.slice(at, end + 1), index: at });
    at = end;
  }
  return stretches;
}

/** Two texts side by side, or one above the other on phones. Changes are marked by lines and words, not by colour alone. */
export function TextDiff({ rows, ...shown }: TextDiffProps) {
  return stretchesOf(rows).map((stretch) =>
    'row' in stretch ? (
      <PairOfRow key={stretch.index} row={stretch.row} {...shown} />
    ) : (
      <Hidden key={stretch.index} rows={stretch.hidden} {...shown} />
    ),
  );
}

function PairOfRow({ row, labels, language, added }: Omit<TextDiffProps, 'rows'> & { readonly row: DiffRow }) {
  if (row.kind === 'same') {
    return (
      <Pair data-kind="same">
        <SideOfRow label={t('Unchanged')} block={row.before} language={language} />
        {/* inert, so that the text is read out and focusable only once */}
        <Box inert sx={{ display: { xs: 'none', md: 'block' } }}>
          <SideOfRow label={t('Unchanged')} block={row.after} language={language} />
        </Box>
      </Pair>
    );
  }
  return (
    <Pair data-kind={row.kind} data-change="" tabIndex={-1}>
      <Typography
        variant="overline"
        component="p"
        color="textSecondary"
        // the label of a new block is in its column
        sx={{ gridColumn: { xs: '1 / -1', md: row.kind === 'added' ? 2 : '1 / -1' } }}
      >
        {kindWord(row.kind, added)}
      </Typography>
      <SideOfRow label={labels[0]} block={row.before} language={language} />
      <SideOfRow label={labels[1]} block={row.after} language={language} />
    </Pair>
  );
}

function Hidden({ rows, ...shown }: TextDiffProps) {
  const [isShown, setShown] = useState(false);
  if (isShown) return rows.map((row, index) => <PairOfRow key={index} row={row} {...shown} />);
  return (
    <Pair data-kind="same">
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button size="small" color="inherit" onClick={() => setShown(true)}>
          {t('Show {n, plural, one {# unchanged paragraph} other {# unchanged paragraphs}}', { n: rows.length })}
        </Button>
      </Box>
    </Pair>
  );
}
