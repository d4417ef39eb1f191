import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Menu from '@mui/material/Menu';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { MarginRow, Rows, type MarginState } from '#frontend/ui/margin-row.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { Sample, Stars } from './sample.tsx';

const SKY = { title: 'Reading the night sky' };
const CHANCE = { title: 'Statistics for everyday decisions' };
const TREND = [4, 9, 6, 12, 10, 15, 14, 19, 17, 22];

const menuOf = (title: string) => (
  <OptionsButton title={title}>
    {(anchor, onClose) => (
      <Menu open anchorEl={anchor} onClose={onClose}>
        <MenuItem onClick={onClose}>Save</MenuItem>
        <MenuItem onClick={onClose}>Share</MenuItem>
      </Menu>
    )}
  </OptionsButton>
);

/** Hero, course cards, figures and a run. */
export function CardSamples() {
  return (
    <>
      <Sample title="Hero card" aside="one a screen">
        <HeroCard
          course={CHANCE}
          reason="Continue where you stopped, 2 days ago"
          title="When a test is positive"
          line="Statistics for everyday decisions · module 2 of 3 · 9 min left"
          progress={{ label: 'Progress of Statistics', value: 58, words: '5 of 8 lessons' }}
          actions={
            <>
              <Button variant="contained">Continue</Button>
              <Button variant="outlined">Review 7 questions first</Button>
            </>
          }
        />
        <HeroCard isPetrol course={SKY} title="Courses worth an evening" line="Look into every one before you buy it." />
        <HeroCard
          picture={<Illustration name="first-course" />}
          reason="Your first course"
          title="What do you want to learn?"
          actions={<Button variant="contained">Write the course</Button>}
        />
      </Sample>
      <Sample title="Welcome card" aside="who a place belongs to; one a screen">
        <WelcomeCard
          picture={<Face name="Lena" userId="lena" size="large" />}
          title="Hello, Lena"
          line="You teach here: make a class, assign a course, and see how far each student has come."
          facts={[
            { name: 'Classes', figure: '3' },
            { name: 'Students', figure: '64' },
          ]}
          actions={<Button variant="contained">Your classes</Button>}
        />
      </Sample>
      <Sample title="Course cards">
        <ShelfGrid>
          <li>
            <CourseCard
              course={SKY}
              to="/kit"
              line="Lesson 3 of 8 · Finding north"
              progress={{ label: 'Progress of Reading the night sky', value: 42 }}
              menu={menuOf(SKY.title)}
            />
          </li>
          <li>
            <CourseCard
              course={CHANCE}
              to="/kit"
              line="Carlos Creator"
              facts={[
                <Stars key="stars" rating="4.7" />,
                '8 lessons · 1 h 30',
                <Typography key="price" component="span" variant="h6" color="textPrimary">
                  Free
                </Typography>,
              ]}
            />
          </li>
          <li>
            <CourseCard
              course={{ title: 'How tides work' }}
              to="/kit"
              line="12 lessons"
              mark={<Chip size="small" color="primary" label="New" />}
              progress={{ label: 'Progress of How tides work', value: 0 }}
            />
          </li>
          <li>
            <CourseCard
              course={{ title: 'الخبز في البيت من الدقيق إلى الرغيف', language: 'ar' }}
              to="/kit"
              line="Finished · certificate"
              progress={{ label: 'Progress of bread at home', value: 100 }}
              menu={menuOf('Bread at home')}
            />
          </li>
        </ShelfGrid>
      </Sample>
      <Sample title="Figures" aside="in Literata, lining and tabular">
        <StatSheet>
          <FigureCard name="Students" figure="36" change={{ words: '5 more', direction: 'up' }} trend={TREND} />
          <FigureCard name="Rating" figure="4.7" note="from 21 ratings" />
          <FigureCard
            name="Failed in 24 h"
            figure="0.4 %"
            tone="accent"
            change={{ words: '0.1 more', direction: 'up' }}
            trend={[3, 2, 4, 1, 1, 2, 7, 3]}
          />
          <FigureCard name="Points" figure="10,080" trend={[5, 5]} />
        </StatSheet>
      </Sample>
      <Sample title="Run progress">
        <RunProgress
          label="The course on tides"
          value={42}
          words="5 of 12 lessons"
          left="3 to 5 minutes left"
          stages={[
            { id: 'a', name: 'Chapter 1, What the moon does', state: 'done', words: 'Written' },
            { id: 'b', name: 'Chapter 2, Spring and neap', state: 'writing', words: 'Claude is writing' },
            { id: 'c', name: 'Chapter 3, A harbour’s table', state: 'failed', words: 'Failed, will be tried again' },
            { id: 'd', name: 'Chapter 4, Power from the tide', state: 'waiting', words: 'Waiting' },
          ]}
        />
      </Sample>
    </>
  );
}

interface RunStage {
  readonly id: string;
  /** 'Chapter 2, Reasoning about chance' */
  readonly name: ReactNode;
  readonly state: MarginState;
  /** The state as a word, because the line alone is not accessible, with the service at work: 'Claude is writing'. */
  readonly words: ReactNode;
}

interface RunProgressProps {
  /** What is running, for screen readers. */
  readonly label: string;
  /** Whole percent, 0-100. */
  readonly value: number;
  /** '5 of 12 lessons' */
  readonly words: string;
  /** The remaining time as a range: '3 to 5 minutes left'. */
  readonly left?: ReactNode;
  readonly stages?: readonly RunStage[];
}

/** The progress of a run: its bar with the figure and the remaining time, and its parts, each with its margin line. */
function RunProgress({ label, value, words, left, stages }: RunProgressProps) {
  return (
    <div>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', columnGap: 2 }}>
        <Typography variant="h6" component="p">
          {words}
        </Typography>
        {left !== undefined && (
          <Typography component="p" variant="body2" color="textSecondary">
            {left}
          </Typography>
        )}
      </Stack>
      <ProgressMeter label={label} value={value} valueText={words} />
      {stages && (
        <Rows as="ol" sx={{ marginBlockStart: 2 }}>
          {stages.map((stage) => (
            <MarginRow key={stage.id} as="li" state={stage.state}>
              <Typography component="span" variant="body2" sx={{ flex: 1, minWidth: '8rem' }}>
                {stage.name}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary">
                {stage.words}
              </Typography>
            </MarginRow>
          ))}
        </Rows>
      )}
    </div>
  );
}
