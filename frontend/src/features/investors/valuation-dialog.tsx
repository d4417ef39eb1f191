import { downloadValuationAnalysis, VALUATION_FILE } from '#contract/investors/investors.contract.ts';
import { NOTICE } from '#contract/investors/material.ts';
import { VALUATION_ANALYSIS } from '#contract/investors/valuation-analysis.ts';
import { MaterialDialog } from '#frontend/features/investors/material-dialog.tsx';
import { PartView } from '#frontend/features/investors/part-view.tsx';
import { downloadPublic, writeToInvestors } from '#frontend/features/investors/public-calls.ts';
import { useResultMessage } from '#frontend/features/investors/use-result-message.tsx';
import { t } from '#frontend/lib/text.ts';

interface ValuationDialogProps {
  readonly onClose: () => void;
  /** Closes this dialog and opens the deck (INV-05). */
  readonly onPitchDeck: () => void;
}

/** The complete valuation analysis (INV-03), with its specified actions (INV-04). */
export function ValuationDialog({ onClose, onPitchDeck }: ValuationDialogProps) {
  const { showMessage, resultMessage } = useResultMessage();
  const download = async () => {
    showMessage(null);
    try {
      await downloadPublic(downloadValuationAnalysis, VALUATION_FILE);
      showMessage({ kind: 'success', text: t('Report downloaded') });
    } catch {
      showMessage({ kind: 'error', text: t('Download failed. Please try again.') });
    }
  };
  const write = async () => {
    const problem = await writeToInvestors('Schedule Investment Call');
    showMessage(problem === null ? null : { kind: 'error', text: problem });
  };
  const actions = (
    <>
      <button type="button" className="iv-button iv-primary" onClick={() => void write()}>
        {t('Schedule Investment Call')}
      </button>
      <button type="button" className="iv-button" onClick={() => void download()}>
        {t('Download Full Analysis Report')}
      </button>
      <button type="button" className="iv-button" onClick={onPitchDeck}>
        {t('View Pitch Deck')}
      </button>
      {resultMessage}
    </>
  );
  return (
    <MaterialDialog title={VALUATION_ANALYSIS.title} onClose={onClose} actions={actions}>
      <p>{VALUATION_ANALYSIS.lead}</p>
      <p className="iv-notice">{NOTICE}</p>
      {VALUATION_ANALYSIS.parts.map((part) => (
        <PartView key={part.title} part={part} level={3} />
      ))}
    </MaterialDialog>
  );
}
