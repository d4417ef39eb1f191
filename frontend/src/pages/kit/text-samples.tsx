import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { MarginRow, Rows, type MarginState } from '#frontend/ui/margin-row.tsx';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { ProviderWords } from '#frontend/ui/provider-words.tsx';
import { StickyBar, StickyFoot } from '#frontend/ui/sticky-bar.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { UntranslatedNote } from '#frontend/ui/untranslated-note.tsx';
import { Sample } from './sample.tsx';

const LONG =
  'The spring tide comes a day or two after the full moon, because the water of a whole ocean needs that long to answer. Between them, at the ' +
  'half moon, high water stands lowest. A harbour’s table has both, to the minute.';
const ARABIC = 'يأتي المدّ الأعلى بعد يوم أو يومين من اكتمال القمر، لأن ماء المحيط كلّه يحتاج إلى هذا الوقت.';
const UNBROKEN = 'https://example.com/tides/tables/2026/harbours/north-sea/all-of-them-in-one-file-that-has-a-very-long-name.csv';
const LESSON = [
  'The **moon** pulls the water, and $F = G m_1 m_2 / r^2$ says how strongly.',
  '| Moon | Tide |\n| --- | --- |\n| full | spring |\n| half | neap |',
  '```js\nconst hours = 12.4;\n```',
  '```mermaid\nflowchart LR\n  moon --> tide\n```',
].join('\n\n');
const IN_ARABIC = { lang: 'ar', dir: 'rtl' } as const;

const STATES: readonly (readonly [MarginState, string, string])[] = [
  ['done', '1.1 What the moon does', 'Read now'],
  ['writing', '1.2 Spring and neap', 'Being written'],
  ['failed', '1.3 A harbour’s table', 'Failed'],
  ['delayed', '1.3 A harbour’s table', 'No answer yet'],
  ['waiting', '1.4 Power from the tide, and why so few coasts have enough of it', 'Waiting'],
];

/** Texts of users and sources, lists of points, words for states, and bars that stay in view. */
export function TextSamples() {
  return (
    <>
      <Sample title="Quotation" aside="a source, an answer, cut off, right to left, one long word">
        <Quotation>The time and the height of high water.</Quotation>
        <Quotation component="div">{`An answer in its own words,\non two lines.`}</Quotation>
        <Box sx={{ maxWidth: '26rem' }}>
          <Quotation lines={2}>{LONG}</Quotation>
        </Box>
        <Quotation {...IN_ARABIC}>{ARABIC}</Quotation>
        <Quotation>{UNBROKEN}</Quotation>
      </Sample>
      <Sample title="Typed text" aside="with its line breaks, small, right to left, one long word">
        <TypedText>{`I read the table every morning.\n\n${LONG}`}</TypedText>
        <TypedText isSmall>Small, below a name.</TypedText>
        <TypedText>{ARABIC}</TypedText>
        <TypedText isSmall>{UNBROKEN}</TypedText>
      </Sample>
      <Sample title="Point list" aside="short, long, right to left with a Latin term">
        <PointList points={['Read a tide table', 'Tell spring from neap']} language={{ lang: 'en', dir: 'ltr' }} />
        <PointList points={[LONG]} language={{ lang: 'en', dir: 'ltr' }} />
        <PointList points={['اقرأ جدول المدّ', 'افهم ملف CSV وافتحه']} language={IN_ARABIC} />
      </Sample>
      <Sample title="State words" aside="at the end of a margin row">
        <Rows>
          {STATES.map(([state, title, word]) => (
            <MarginRow key={state} as="li" state={state}>
              <span>{title}</span>
              <StateWord state={state}>{word}</StateWord>
            </MarginRow>
          ))}
          <MarginRow as="li" state="done">
            <span {...IN_ARABIC}>ما يفعله القمر</span>
            <StateWord state="done">
              <span {...IN_ARABIC}>اقرأ الآن</span>
            </StateWord>
          </MarginRow>
        </Rows>
      </Sample>
      <Sample title="A lesson’s text" aside="a formula, a table, code, a diagram">
        <LessonMarkdown lang="en" dir="ltr">
          {LESSON}
        </LessonMarkdown>
      </Sample>
      <Sample title="Lines of facts" aside="where there is no room they wrap between two facts, and no line begins or ends in a dot">
        <Box data-meta-sample="" sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }}>
          {[1, 2, 3].map((n) => (
            <Typography key={n} component="div" variant="body2" color="textSecondary" sx={{ maxWidth: `${6 + 2 * n}rem` }}>
              <MetaLine facts={['Carlos Creator', 'Beginner', '8 lessons', '1 h 44 min', 'English']} />
            </Typography>
          ))}
        </Box>
      </Sample>
      <Sample title="Notes and names in a row" aside="a long name takes two lines, with the whole of it in its tooltip">
        <UntranslatedNote lessons={3} />
        <Box sx={{ maxWidth: '16rem' }}>
          <CutText>{LONG}</CutText>
        </Box>
      </Sample>
      <Sample title="Words of a provider">
        <ProviderWords>AADSTS50105: The signed in user is not assigned to a role for the application.</ProviderWords>
      </Sample>
      <Sample title="Sticky bar and foot" aside="scroll the text between them">
        <Paper
          variant="outlined"
          role="region"
          tabIndex={0}
          aria-label="A long text between its bars"
          sx={{ maxHeight: 260, overflow: 'auto', paddingInline: 2 }}
        >
          <StickyBar>
            <Button variant="outlined">Compare</Button>
            <Typography variant="body2" color="textSecondary">
              Lesson 3 of 12
            </Typography>
          </StickyBar>
          {[1, 2, 3, 4].map((n) => (
            <Typography key={n} sx={{ marginBlockEnd: 2 }}>
              {LONG}
            </Typography>
          ))}
          {/* a phone's bar is outside this box */}
          <StickyFoot sx={{ '&&': { insetBlockEnd: 0 } }}>
            <Button variant="contained">Accept</Button>
            <Button color="inherit">Discard</Button>
          </StickyFoot>
        </Paper>
      </Sample>
    </>
  );
}
