import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { isDelivered } from '#contract/platform/delivered-parts.ts';
import { useTutorialsUrl } from '#frontend/lib/about.ts';
import { undeliveredNote } from '#frontend/lib/delivered-words.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { Tour } from './tour.tsx';
import { FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';

const Steps = styled('ol')({ margin: '12px 0 8px', paddingInlineStart: 24, '& li': { paddingBlock: 2 } });
const HelpChannels = styled('dl')(({ theme }) => ({
  margin: 0,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 16px',
    paddingBlock: 10,
    borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  },
  '& dt': { fontWeight: 600 },
  '& dd': { margin: 0, color: theme.vars.palette.text.secondary },
}));
const Answer = styled('details')(({ theme }) => ({
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > summary': { paddingBlock: 10, fontWeight: 600, cursor: 'pointer' },
  '& > p': { margin: '0 0 12px' },
}));

/** 'Help & Support' (HELP-01, HELP-02). Without video tutorials, a tour in pictures stands in. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
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
        <Steps>
          <li>{t('In AI Builder, say what should be learned, why, and for whom.')}</li>
          <li>{t('Press Generate Course. The outline comes first, and each lesson can be read as soon as it is ready.')}</li>
          <li>{t('Read, answer the questions, and complete each lesson. My Courses keeps your place.')}</li>
        </Steps>
        <TextLink to="/create">{t('Open AI Builder')}</TextLink>
      </RuledSection>
      <RuledSection title={t('More help')}>
        <HelpChannels>
          <div>
            <dt>{t('AI Mentor Help')}</dt>
            <dd>
              <TextLink to="/mentor">{t('Open AI Mentor')}</TextLink>
            </dd>
          </div>
          <div>
            <dt>{t('Video Tutorials')}</dt>
            <dd>
              {tutorials === null ? (
                t('see the tour below')
              ) : (
                <a href={tutorials} target="_blank" rel="noopener">
                  {t('Watch in a new tab')}
                </a>
              )}
            </dd>
          </div>
          <div>
            <dt>{t('Community Support')}</dt>
            <dd>{isDelivered('community') ? <TextLink to="/community">{t('Open Community')}</TextLink> : t('not yet available')}</dd>
          </div>
        </HelpChannels>
        {tutorials === null && (
          <Answer>
            <summary>{t('A short tour in pictures')}</summary>
            <Tour />
          </Answer>
        )}
      </RuledSection>
      <RuledSection title={t('Frequently asked questions')}>
        <Answer>
          <summary>{t('How do I create my first course?')}</summary>
          <p>{t('Open the AI Builder tab, fill in topic, learning goals and age, and press ‘Generate Course’.')}</p>
        </Answer>
        <Answer>
          <summary>{t('How does the AI mentor work?')}</summary>
          <p>
            {t(
              'AI Mentor answers questions about your courses 24/7, while one of the AI services can be reached. Open a lesson and press Ask about this, or ask in AI Mentor itself.',
            )}
          </p>
        </Answer>
        <Answer>
          <summary>{t('Can I customize the AI components, such as video, AR/VR and visuals?')}</summary>
          <p>
            {t(
              'AI Builder lists them beside the form, each with its price in tokens. One that is not available yet is off and costs nothing.',
            )}{' '}
            {undeliveredNote('video', 'ar_vr', 'imagen')}
          </p>
        </Answer>
      </RuledSection>
    </FormDialog>
  );
}
