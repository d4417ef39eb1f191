import { Fragment, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import type { DiffRow, Piece } from './diff-blocks.ts';

/** Unchanged paragraphs beside a change that are shown with it. */
const AROUND = 1;

const Pair = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gap: '4px 32px',
  paddingBlock: 10,
  paddingInlineStart: 16,
  borderInlineStart: '3px solid transparent',
  scrollMarginBlock: 120,
  '&[data-kind="changed"]': { borderInlineStartColor: theme.vars.palette.secondary.main },
  '&[data-kind="added"]': { borderInlineStartColor: theme.vars.palette.success.main },
  '&[data-kind="removed"]': { borderInlineStartColor: theme.vars.palette.error.main },
  '&:focus': { outline: `3px solid ${theme.vars.palette.focus.main}`, outlineOffset: 2 },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
}));
const Kind = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  gridColumn: '1 / -1',
  margin: 0,
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
}));
const Side = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& > small': { ...theme.typography.caption, color: theme.vars.palette.text.secondary, [theme.breakpoints.up('md')]: { display: 'none' } },
}));
/** An unchanged paragraph's second showing, which a single column does not need. */
const Twin = styled('div')(({ theme }) => ({ [theme.breakpoints.down('md')]: { display: 'none' } }));
const Text = styled('p')(({ theme }) => ({
  margin: 0,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontFamily: FONTS.reading,
  lineHeight: 1.6,
  '& del': {
    textDecoration: 'line-through',
    textDecorationThickness: 2,
    textDecorationColor: theme.vars.palette.error.main,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& ins': {
    textDecoration: 'underline',
    textDecorationThickness: 2,
    textUnderlineOffset: '0.2em',
    textDecorationColor: theme.vars.palette.success.main,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '&[data-heading]': { fontWeight: 650 },
}));

const kindWord = (kind: DiffRow['kind']): string => ({ same: '', changed: t('Changed'), added: t('New'), removed: t('Left out') })[kind];

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ text, mark }, index) =>
    mark === 'same' ? (
      <Fragment key={index}>{text}</Fragment>
    ) : mark === 'added' ? (
      <ins key={index}>{text}</ins>
    ) : (
      <del key={index}>{text}</del>
    ),
  );
}

/** A heading without its number signs, said to be one. */
function readable(pieces: readonly Piece[]): { pieces: readonly Piece[]; isHeading: boolean } {
  let marks = /^#{1,6}\s+/.exec(pieces.map(({ text }) => text).join(''))?.[0].length ?? 0;
  if (marks === 0) return { pieces, isHeading: false };
  const rest = pieces.map((piece) => {
    const text = piece.text.slice(Math.min(marks, piece.text.length));
    marks -= piece.text.length - text.length;
    return { ...piece, text };
  });
  return { pieces: rest.filter(({ text }) => text !== ''), isHeading: true };
}

interface SideOfRowProps {
  readonly label: string;
  readonly pieces: readonly Piece[] | null;
  readonly language: TextLanguage;
}

function SideOfRow({ label, pieces, language }: SideOfRowProps) {
  const shown = pieces && readable(pieces);
  return (
    <Side>
      {shown && (
        <>
          <small>{label}</small>
          <Text data-heading={shown.isHeading || undefined} {...language}>
            <Pieces pieces={shown.pieces} />
          </Text>
        </>
      )}
    </Side>
  );
}

interface TextDiffProps {
  readonly rows: readonly DiffRow[];
  /** What the two sides are: 'Now' and 'New text'. */
  readonly labels: readonly [string, string];
  readonly language: TextLanguage;
}

type Stretch = { readonly row: DiffRow; readonly index: number } | { readonly hidden: readonly DiffRow[]; readonly index: number };

/** Rows, with long unchanged stretches folded away. */
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

/** Two texts side by side, one below the other on phones. What changed is marked by lines and words, not by colour alone. */
export function TextDiff({ rows, labels, language }: TextDiffProps) {
  return stretchesOf(rows).map((stretch) =>
    'row' in stretch ? (
      <PairOfRow key={stretch.index} row={stretch.row} labels={labels} language={language} />
    ) : (
      <Hidden key={stretch.index} rows={stretch.hidden} labels={labels} language={language} />
    ),
  );
}

function PairOfRow({ row, labels, language }: Omit<TextDiffProps, 'rows'> & { readonly row: DiffRow }) {
  if (row.kind === 'same') {
    return (
      <Pair data-kind="same">
        <SideOfRow label={t('Unchanged')} pieces={row.before} language={language} />
        {/* Said once is enough for those who listen. */}
        <Twin aria-hidden="true">
          <SideOfRow label={t('Unchanged')} pieces={row.after} language={language} />
        </Twin>
      </Pair>
    );
  }
  return (
    <Pair data-kind={row.kind} data-change="" tabIndex={-1}>
      <Kind>{kindWord(row.kind)}</Kind>
      <SideOfRow label={labels[0]} pieces={row.before} language={language} />
      <SideOfRow label={labels[1]} pieces={row.after} language={language} />
    </Pair>
  );
}

function Hidden({ rows, labels, language }: TextDiffProps) {
  const [isShown, setShown] = useState(false);
  if (isShown) return rows.map((row, index) => <PairOfRow key={index} row={row} labels={labels} language={language} />);
  return (
    <Pair data-kind="same">
      <div style={{ gridColumn: '1 / -1' }}>
        <Button size="small" color="inherit" onClick={() => setShown(true)}>
          {rows.length === 1 ? t('Show 1 unchanged paragraph') : t('Show {n} unchanged paragraphs', { n: rows.length })}
        </Button>
      </div>
    </Pair>
  );
}
