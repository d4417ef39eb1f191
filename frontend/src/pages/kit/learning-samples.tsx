import { useState } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { OptionFeedback, QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { CertificateSeal } from '#frontend/ui/certificate-seal.tsx';
import { CertificateSheet } from '#frontend/ui/certificate-sheet.tsx';
import { CompanionBlocks } from '#frontend/ui/companion-blocks.tsx';
import { CardText } from '#frontend/ui/formula-text.tsx';
import { JoyMark } from '#frontend/ui/joy-mark.tsx';
import { PictureBox } from '#frontend/ui/picture-box.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { CheckButton } from '#frontend/ui/quiz/check-button.tsx';
import { QuestionOptions, RightOptions, type ShownOption } from '#frontend/ui/quiz/question-options.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { Row, Sample } from './sample.tsx';

const ENGLISH: TextLanguage = { lang: 'en', dir: 'ltr' };
const ARABIC: TextLanguage = { lang: 'ar', dir: 'rtl' };
const OPTIONS: readonly ShownOption[] = [
  { id: 'moon', text: 'The moon' },
  { id: 'sun', text: 'The sun, whose pull on the sea is a little less than half of the moon’s' },
  { id: 'wind', text: 'The wind' },
];
const IN_ARABIC: readonly ShownOption[] = [
  { id: 'moon', text: 'القمر' },
  { id: 'file', text: 'ملف CSV' },
];
const SIDE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))',
  gap: 3,
  alignItems: 'start',
} as const;

interface QuestionProps {
  readonly kind: QuestionKind;
  readonly question: string;
  readonly options?: readonly ShownOption[];
  readonly language?: TextLanguage;
  readonly chosen?: readonly string[];
  /** The right options, once answered. */
  readonly rightIds?: readonly string[];
  readonly feedback?: readonly OptionFeedback[];
}

/** A question with its options, answered or not. */
function Question({ kind, question, options = OPTIONS, language = ENGLISH, chosen: before, rightIds, feedback }: QuestionProps) {
  const [chosen, setChosen] = useState(before ?? []);
  return (
    <Box role="group" aria-label={question} sx={{ minWidth: 0 }}>
      <Typography sx={{ marginBlockEnd: 1 }}>{question}</Typography>
      <QuestionOptions
        {...{ kind, options, language, chosen, rightIds, feedback }}
        onChoose={setChosen}
        isDisabled={rightIds !== undefined}
      />
      {rightIds === undefined && (
        <CheckButton isChosen={chosen.length > 0} onPress={() => setChosen([])}>
          Check answer
        </CheckButton>
      )}
    </Box>
  );
}

/** The components of a lesson and its exercises. */
export function LearningSamples() {
  return (
    <>
      <Sample title="Options of a question" aside="one, several, an order; answered right, wrong and in part; right to left">
        <Box sx={SIDE}>
          <Question kind="single" question="What makes the tides?" chosen={['moon']} />
          <Question kind="single" question="What makes the wind? Nothing is chosen" />
          <Question kind="multiple" question="What pulls at the sea?" chosen={['moon', 'sun']} />
          <Question kind="order" question="Which pulls most? Put them in order." />
          <Question kind="single" question="What makes them? Answered right" chosen={['moon']} rightIds={['moon']} />
          <Question
            kind="single"
            question="What makes them? Answered wrong"
            chosen={['wind']}
            rightIds={['moon']}
            feedback={[{ option_id: 'wind', text: 'Wind makes waves, but the tides come on still days too, and twice a day.' }]}
          />
          <Question kind="multiple" question="What pulls? Answered in part" chosen={['moon', 'wind']} rightIds={['moon', 'sun']} />
          <Question
            kind="order"
            question="Which pulls most? Answered"
            chosen={['sun', 'moon', 'wind']}
            rightIds={['moon', 'sun', 'wind']}
          />
          <Question kind="single" question="In Arabic" options={IN_ARABIC} language={ARABIC} />
        </Box>
        <div>
          Right is <RightOptions kind="single" options={OPTIONS} rightIds={['moon']} language={ENGLISH} />; several right ones are a list,
          those in order a numbered one:
          <RightOptions kind="multiple" options={OPTIONS} rightIds={['moon', 'sun']} language={ENGLISH} />
          <RightOptions kind="order" options={OPTIONS} rightIds={['moon', 'sun', 'wind']} language={ENGLISH} />
        </div>
      </Sample>
      <Sample title="Texts with formulas" aside="without one, inside a line, one that is wrong, right to left">
        <CardText text="The height of high water" />
        <CardText text="The pull falls with the cube of the distance: $F \sim \frac{m}{r^3}$, so the near moon wins." />
        <CardText text="Not finished: $\frac{m}{$" />
        <CardText text="القوة $F = m a$ في سطر" />
      </Sample>
      <Sample title="Progress meter and joy" aside="a figure always beside the bar; the tick draws itself once">
        {[0, 42, 100].map((percent) => (
          <Row key={percent}>
            <Box sx={{ flex: '1 1 10rem' }}>
              <ProgressMeter label={`A course at ${percent} %`} value={percent} valueText={`${percent} of 100 lessons`} />
            </Box>
            <Typography variant="body2">{percent} of 100 lessons</Typography>
          </Row>
        ))}
        <Row>
          <JoyMark />
          <CertificateSeal progress={40} />
          <CertificateSeal progress={100} />
          <Typography variant="h3" component="p">
            This lesson is done
          </Typography>
        </Row>
      </Sample>
      <Sample title="Certificate" aside="one form: on a shelf, on its page, revoked">
        <Row>
          <Box sx={{ width: 'min(100%, 320px)' }}>
            <CertificateSheet holder="Ines Moreno" title="How tides work" facts="Completed on March 1 · 8 lessons" to="/kit" />
          </Box>
          <Box sx={{ width: 'min(100%, 320px)' }}>
            <CertificateSheet holder="Ines Moreno" title="Bread at home" facts="Revoked" isRevoked />
          </Box>
        </Row>
        <CertificateSheet
          holder="Ines Moreno"
          title="How tides work"
          facts="Completed on March 1 · 8 lessons"
          note="It certifies only that every lesson was marked as completed. Number 0194A2."
        />
      </Sample>
      <Sample title="Picture box" aside="one that fails to load leaves no gap">
        <Box sx={{ width: 'min(100%, 420px)' }}>
          <PictureBox src="/share.png" alt="The product’s name beside a drawn shelf" />
        </Box>
      </Sample>
      <Sample title="Ruled sections and companion blocks" aside="under headings of the screen; beside a lesson">
        <Box sx={SIDE}>
          <div>
            <RuledSection title="Signed in" aside="2">
              <SectionBody>
                <p>On two devices.</p>
              </SectionBody>
            </RuledSection>
            <RuledSection isInner title="A part of a part">
              <SectionBody>
                <p>Its heading is one level lower.</p>
              </SectionBody>
            </RuledSection>
          </div>
          <CompanionBlocks>
            {['Your notes', 'Ask the mentor'].map((title) => (
              <RuledSection key={title} title={title}>
                <Typography variant="body2">From several features, under one kind of heading.</Typography>
              </RuledSection>
            ))}
          </CompanionBlocks>
        </Box>
      </Sample>
    </>
  );
}
