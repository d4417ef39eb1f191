import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { ApiError, networkError } from '#frontend/lib/api-error.ts';
import { BatchFrame } from '#frontend/ui/batches/batch-frame.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';
import DrawnCover from '#frontend/ui/drawn-cover.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { DeadLink } from '#frontend/ui/states/dead-link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { MailedLink } from '#frontend/ui/states/mailed-link.tsx';
import { Opener, Row, Sample } from './sample.tsx';

const TEXT = 'A disease is found in 1 of 100 people. A test recognises 90 % of those who have it. Your test is positive.';
const BATCH = { name: 'Autumn refresh', what: 'translation', into_language: 'spanish', state: 'running', paused_for: null } as const;
const GONE = new ApiError({ status: 410, code: 'link.used', message: 'Used' });

/** A whole screen above this one, because each has its own heading and landmarks, which must be unique on a page. */
function Screen({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Opener label={label}>
      {(onClose) => (
        <Dialog fullScreen open onClose={onClose} aria-label={label}>
          <Button variant="outlined" onClick={onClose} sx={{ alignSelf: 'end', margin: 2 }}>
            Back to the kit
          </Button>
          {children}
        </Dialog>
      )}
    </Opener>
  );
}

/** A mailed link with this answer, or a link that is `GONE`. */
function Mailed({ token, isGone = false }: { readonly token: string; readonly isGone?: boolean }) {
  return (
    <PublicFrame isNarrow>
      <MailedLink
        name={isGone ? 'kit-gone' : 'kit-mail'}
        token={token}
        read={async () => {
          if (isGone) throw GONE;
          return { isAnswered: false };
        }}
        answer={async (isAnswered) => ({ isAnswered })}
        dead="It was used already, or withdrawn."
      >
        {({ isAnswered }, { answer, isPending, message }) => (
          <>
            <Typography variant="h1">{isAnswered ? 'You have agreed' : 'Do you agree?'}</Typography>
            {message}
            <Button variant="contained" aria-busy={isPending} onClick={() => answer(true)}>
              I agree
            </Button>
          </>
        )}
      </MailedLink>
    </PublicFrame>
  );
}

/** Frames as whole screens, and pages that consist of a single state. */
export function ScreenSamples() {
  const contents = (
    <List component="div" disablePadding>
      <ListItemButton selected>
        <ListItemText primary="When a test is positive" />
      </ListItemButton>
    </List>
  );
  return (
    <>
      <Sample title="Whole frames" aside="each opens in front of this page">
        <Row>
          <Screen label="A shelf">
            <ShelfFrame title="My Courses" subtitle="Nothing is written yet">
              <EmptyState subject="courses" title="No courses yet">
                The first takes three questions.
              </EmptyState>
            </ShelfFrame>
          </Screen>
          <Screen label="A page">
            <PageFrame title="When a test is positive" contents={{ label: 'Contents', list: contents }} companion={<p>Your notes</p>}>
              <p>{TEXT}</p>
            </PageFrame>
          </Screen>
          <Screen label="A wide page">
            <PageFrame isWide title="A drawing">
              <p>{TEXT}</p>
            </PageFrame>
          </Screen>
          <Screen label="A console">
            <ConsoleFrame title="Overview" figures={<FactStrip facts={[{ name: 'Waiting', figure: '312' }]} />} panel={<p>Services</p>}>
              <p>Rows and controls of 32 px.</p>
            </ConsoleFrame>
          </Screen>
          <Screen label="A public screen">
            <PublicFrame aside={<Button variant="outlined">Sign in</Button>}>
              <Typography variant="h1">Courses from the marketplace</Typography>
            </PublicFrame>
          </Screen>
          <Screen label="A public form">
            <PublicFrame isNarrow cover={<DrawnCover title="Reading the night sky" />}>
              <Typography variant="h1">Sign in</Typography>
              <p>{TEXT}</p>
            </PublicFrame>
          </Screen>
        </Row>
      </Sample>
      <Sample title="Mailed links" aside="a question; gone; cut off; dead, with a way on of its own">
        <Row>
          <Screen label="A mailed question">
            <Mailed token="sample" />
          </Screen>
          <Screen label="A link that is gone">
            <Mailed isGone token="sample" />
          </Screen>
          <Screen label="A link that was cut off">
            <Mailed token="" />
          </Screen>
          <Screen label="A dead link">
            <PublicFrame isNarrow>
              <DeadLink title="This invitation was withdrawn" action={<Button variant="contained">Ask for another</Button>}>
                Whoever sent it can send a new one.
              </DeadLink>
            </PublicFrame>
          </Screen>
        </Row>
      </Sample>
      <Sample title="The page of a batch" aside="loaded, loading, failed">
        <Row>
          <Screen label="A batch">
            <BatchFrame batch={BATCH} error={null} onRetry={() => undefined} back={<Button>All batches</Button>}>
              {() => <p>Its courses</p>}
            </BatchFrame>
          </Screen>
          <Screen label="A batch that loads">
            <BatchFrame batch={undefined} error={null} onRetry={() => undefined} back={null}>
              {() => null}
            </BatchFrame>
          </Screen>
          <Screen label="A batch that failed to load">
            <BatchFrame batch={undefined} error={networkError()} onRetry={() => undefined} back={null}>
              {() => null}
            </BatchFrame>
          </Screen>
        </Row>
      </Sample>
    </>
  );
}
