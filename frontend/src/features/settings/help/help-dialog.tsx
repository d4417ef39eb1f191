import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import CardMedia from '@mui/material/CardMedia';
import { isDelivered } from '#contract/platform/delivered-parts.ts';
import { useTutorialsUrl } from '#frontend/lib/about.ts';
import { undeliveredNote } from '#frontend/lib/delivered-words.ts';
import { t } from '#frontend/lib/text.ts';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';

/** 'Help & Support' (HELP-01, HELP-02). Without video tutorials, it shows a tour in pictures. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const undelivered = undeliveredNote('video', 'ar_vr', 'imagen');
  const tutorials = useTutorialsUrl();
  return (
    <FormDialog
      title={t('Help & Support')}
      onClose={onClose}
      actions={
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <RuledSection title={t('Getting Started Guide')}>
        <Box component="ol" sx={{ paddingInlineStart: 3 }}>
          <li>{t('In AI Builder, describe the subject, the goal and the learners.')}</li>
          <li>{t('Press Generate Course. The outline comes first, and each lesson can be read as soon as it is ready.')}</li>
          <li>{t('Read, answer the questions, and complete each lesson. My Courses keeps your place.')}</li>
        </Box>
        <TextLink to="/create">{t('Open AI Builder')}</TextLink>
      </RuledSection>
      <RuledSection title={t('More help')}>
        <Stack component="dl" sx={{ gap: 1.5, marginBlock: 2 }}>
          <Channel name={t('AI Mentor Help')}>
            <TextLink to="/mentor">{t('Open AI Mentor')}</TextLink>
          </Channel>
          <Channel name={t('Video Tutorials')}>
            {tutorials === null ? (
              t('see the tour below')
            ) : (
              <Link href={tutorials} target="_blank" rel="noopener">
                {t('Watch in a new tab')}
              </Link>
            )}
          </Channel>
          <Channel name={t('Community Support')}>
            {isDelivered('community') ? <TextLink to="/community">{t('Open Community')}</TextLink> : t('not yet available')}
          </Channel>
        </Stack>
        {tutorials === null && (
          <Answer question={t('A short tour in pictures')}>
            <Tour />
          </Answer>
        )}
      </RuledSection>
      <RuledSection title={t('Frequently asked questions')}>
        <Answer question={t('How do I create my first course?')}>
          {t('Open the AI Builder tab, fill in topic, learning goals and age, and press ‘Generate Course’.')}
        </Answer>
        <Answer question={t('How does the AI mentor work?')}>
          {t(
            'AI Mentor answers questions about your courses 24/7, as long as an AI service is available. Open a lesson and press Ask about this, or ask in AI Mentor itself.',
          )}
        </Answer>
        <Answer question={t('Can I customize the AI components, such as video, AR/VR and visuals?')}>
          {t('AI Builder lists them beside the form with their prices in tokens.')}{' '}
          {undelivered !== '' && `${t('Options that are not available yet are off and cost nothing.')} ${undelivered}`}
        </Answer>
        <Answer question={t('What is a simulation, and how do I enter it?')}>
          {t(
            'A scene with sliders, figures and tasks on a topic of your course. Create and open it on the course page. With a headset, press Enter VR or Enter AR. It also works with a keyboard and without 3D.',
          )}
        </Answer>
        <Answer question={t('Can I listen to a course?')}>
          {t(
            'Look for Listen on the course page: it creates audio for a lesson, a module or the whole course. You can continue on any device, download it, or get your own podcast address.',
          )}
        </Answer>
        <Answer question={t('How do flash cards work?')}>
          {t(
            'On a course’s page, you can have cards written from its lessons. You can also write your own under My Courses, Flash cards. Cards come back for review when you are about to forget them, and you can move them to Anki and back.',
          )}
        </Answer>
        <Answer question={t('Can I use a course elsewhere?')}>
          {t(
            'Press Download on the course’s page: PDF, EPUB and Markdown to read, SCORM, cmi5 and Common Cartridge for learning platforms, and a file that can be imported again.',
          )}
        </Answer>
      </RuledSection>
    </FormDialog>
  );
}

function Channel({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
      <Typography component="dt" variant="subtitle2">
        {name}
      </Typography>
      <Typography component="dd" variant="body2" color="textSecondary" sx={{ margin: 0 }}>
        {children}
      </Typography>
    </Stack>
  );
}

function Answer({ question, children }: { readonly question: string; readonly children: ReactNode }) {
  return (
    <Accordion>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>{question}</AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}

const steps = () =>
  [
    ['describe', t('Describe the course in AI Builder: what you want to learn, and why.')],
    ['watch', t('Watch it being written. You can read each lesson as soon as it is ready.')],
    ['read', t('Read, take notes, and answer the questions of each lesson.')],
    ['return', t('Come back to My Courses any time and pick up where you left off.')],
  ] as const;

/** A short tour of this product in pictures, instead of video tutorials (HELP-01). */
function Tour() {
  return (
    <Stack component="ol" sx={{ gap: 2.5, margin: 0, padding: 0, listStyle: 'none' }}>
      {steps().map(([picture, caption], index) => (
        <li key={picture}>
          <Box component="figure" sx={{ margin: 0 }}>
            <Typography component="figcaption" variant="body2" sx={{ marginBlockEnd: 0.5 }}>
              {index + 1}. {caption}
            </Typography>
            <CardMedia
              component="img"
              src={`/tour/${picture}.webp`}
              width={960}
              height={600}
              loading="lazy"
              alt=""
              sx={{ height: 'auto' }}
            />
          </Box>
        </li>
      ))}
    </Stack>
  );
}
