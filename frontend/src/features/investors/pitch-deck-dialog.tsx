import { useState } from 'react';
import * as contract from '#contract/investors/investors.contract.ts';
import { NOTICE } from '#contract/investors/material.ts';
import { PITCH_DECK } from '#contract/investors/pitch-deck.ts';
import { MaterialDialog } from '#frontend/features/investors/material-dialog.tsx';
import { PartView } from '#frontend/features/investors/part-view.tsx';
import { PatentList } from '#frontend/features/investors/patent-list.tsx';
import { downloadPublic } from '#frontend/features/investors/public-calls.ts';
import { useResultMessage } from '#frontend/features/investors/use-result-message.tsx';
import { t } from '#frontend/lib/text.ts';

/** The dialog's downloads (INV-10), with the message for a failed one. */
const downloads = () => {
  const failed = t('Download failed. Please try again.');
  return [
    [contract.downloadInvestorDeck, contract.INVESTOR_DECK_FILE, t('Download Pitch Deck'), failed],
    [contract.downloadWhitePaper, contract.WHITE_PAPER_FILE, t('Download White Paper'), failed],
    [contract.downloadValuationAnalysis, contract.VALUATION_FILE, t('Download Valuation Analysis'), failed],
    [
      contract.downloadPatents,
      contract.PATENTS_FILE,
      t('Download Patent Documents'),
      t('Patent pending download failed. Please try again.'),
    ],
  ] as const;
};

/** The six slides, one at a time (INV-07). */
export function PitchDeckDialog({ onClose }: { readonly onClose: () => void }) {
  const [at, goTo] = useState(0);
  const { showMessage, resultMessage } = useResultMessage();
  const slides = PITCH_DECK.parts;
  const download = async ([endpoint, name, , failure]: ReturnType<typeof downloads>[number]) => {
    showMessage(null);
    try {
      await downloadPublic(endpoint, name);
      showMessage({ kind: 'success', text: t('Report downloaded') });
    } catch {
      showMessage({ kind: 'error', text: failure });
    }
  };
  const actions = (
    <>
      {downloads().map((each) => (
        <button key={each[1]} type="button" className="iv-button" onClick={() => void download(each)}>
          {each[2]}
        </button>
      ))}
      <PatentList onFailure={(text) => showMessage({ kind: 'error', text })} />
      {resultMessage}
    </>
  );
  return (
    <MaterialDialog title={PITCH_DECK.title} onClose={onClose} actions={actions}>
      <nav className="iv-slides" aria-label={t('Slides')}>
        <button type="button" className="iv-button" disabled={at === 0} onClick={() => goTo(at - 1)}>
          {t('Previous slide')}
        </button>
        <span role="status">{t('Slide {n} of {all}', { n: at + 1, all: slides.length })}</span>
        <button type="button" className="iv-button" disabled={at === slides.length - 1} onClick={() => goTo(at + 1)}>
          {t('Next slide')}
        </button>
      </nav>
      <PartView part={slides[at]!} level={3} />
      <p className="iv-notice">{NOTICE}</p>
    </MaterialDialog>
  );
}
