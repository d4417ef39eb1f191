import { useState, useEffect, type ReactNode, useRef, type PointerEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { INVESTMENT } from '#contract/billing/sales.contract.ts';
import {
  downloadValuationAnalysis,
  VALUATION_FILE,
  generatePatents,
  type Patent,
  investorContact,
  whitePaper,
  WHITE_PAPER_FILE,
} from '#contract/investors/investors.contract.ts';
import * as contract from '#contract/investors/investors.contract.ts';
import { NOTICE } from '#contract/investors/material.ts';
import { PITCH_DECK } from '#contract/investors/pitch-deck.ts';
import { VALUATION_ANALYSIS } from '#contract/investors/valuation-analysis.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { PartView } from '#frontend/features/investors/part-view.tsx';
import { failureText } from '#frontend/lib/api-error.ts';
import { navigateTo } from '#frontend/lib/leave-page.ts';
import { fileNameIn, saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';

type Shown = 'pitch-deck' | 'valuation-analysis';

/** Shows one dialog at a time; the valuation analysis links to the deck. */
export function Material({ first, onClose }: { readonly first: Shown; readonly onClose: () => void }) {
  const [shown, show] = useState<Shown>(first);
  return shown === 'pitch-deck' ? (
    <PitchDeckDialog onClose={onClose} />
  ) : (
    <ValuationDialog onClose={onClose} onPitchDeck={() => show('pitch-deck')} />
  );
}

/** Opens a dialog over the current page; on closing, the focus returns. */
function open(first: Shown): void {
  const opener = document.activeElement as HTMLElement | null;
  const place = document.body.appendChild(document.createElement('div'));
  place.lang = 'en';
  place.dir = 'ltr';
  const root = createRoot(place);
  const onClose = () => {
    root.unmount();
    place.remove();
    opener?.focus();
  };
  root.render(<Material first={first} onClose={onClose} />);
}

/** Runs the action of a `data-material` button of a public page. @returns the message for the user, or null */
export async function actOnMaterial(what: string): Promise<string | null> {
  if (what === 'pitch-deck' || what === 'valuation-analysis') {
    open(what);
    return null;
  }
  if (what === 'white-paper') return saveWhitePaper();
  return writeToInvestors('Investment Inquiry');
}

interface ValuationDialogProps {
  readonly onClose: () => void;
  /** Closes this dialog and opens the deck (INV-05). */
  readonly onPitchDeck: () => void;
}

/** The complete valuation analysis (INV-03), with its specified actions (INV-04). */
function ValuationDialog({ onClose, onPitchDeck }: ValuationDialogProps) {
  const { showMessage, resultMessage } = useResultMessage();
  const download = async () => {
    showMessage(null);
    try {
      await downloadPublic(downloadValuationAnalysis, VALUATION_FILE);
      showMessage({ kind: 'success', text: t('Report downloaded') });
    } catch (error) {
      showMessage({ kind: 'error', text: failureText(error, t('Download failed. Please try again.')) });
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
function PitchDeckDialog({ onClose }: { readonly onClose: () => void }) {
  const [at, goTo] = useState(0);
  const { showMessage, resultMessage } = useResultMessage();
  const slides = PITCH_DECK.parts;
  const download = async ([endpoint, name, , failure]: ReturnType<typeof downloads>[number]) => {
    showMessage(null);
    try {
      await downloadPublic(endpoint, name);
      showMessage({ kind: 'success', text: t('Report downloaded') });
    } catch (error) {
      showMessage({ kind: 'error', text: failureText(error, failure) });
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

/** The descriptions of inventions, loaded on request (DL-07). @param onFailure receives the server's message */
function PatentList({ onFailure }: { readonly onFailure: (detail: string) => void }) {
  const [patents, setPatents] = useState<readonly Patent[] | null>(null);
  const show = async () => {
    try {
      setPatents((await (await askPublic(generatePatents)).json()).individual_patents);
    } catch (error) {
      onFailure((error as Error).message || t('The patent documents could not be listed. Please try again.'));
    }
  };
  if (!patents) {
    return (
      <button type="button" className="iv-button" onClick={() => void show()}>
        {t('Show Patent Documents')}
      </button>
    );
  }
  return (
    <ol className="iv-patents" aria-label={t('Patent documents')}>
      {patents.map(({ id, title, field, status }) => (
        <li key={id}>
          <b>{title}</b> <span className="iv-stated">{`${id} · ${field} · ${status}`}</span>
        </li>
      ))}
    </ol>
  );
}

/** The same as for the product's toasts. */
const TOAST_MS = 3_000;

type ResultMessage = { readonly kind: 'success' | 'error'; readonly text: string } | null;

/** Shows the result of a click: a success disappears like a toast, a failure stays until the next click. */
function useResultMessage(): { showMessage: (resultMessage: ResultMessage) => void; resultMessage: ReactNode } {
  const [current, showMessage] = useState<ResultMessage>(null);
  useEffect(() => {
    if (current?.kind !== 'success') return;
    const timer = setTimeout(() => showMessage(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [current]);
  const resultMessage = (
    <>
      <p role="status" className="iv-toast">
        {current?.kind === 'success' && current.text}
      </p>
      <p role="alert" className="iv-failure">
        {current?.kind === 'error' && current.text}
      </p>
    </>
  );
  return { showMessage, resultMessage };
}

interface MaterialDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Actions below the content. */
  readonly actions: ReactNode;
}

/** A dialog over the page; its close button, Escape or a click outside closes it (LAND-13). */
function MaterialDialog({ title, onClose, children, actions }: MaterialDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // the padding belongs to the dialog, so only a click outside its box is outside
  const onPress = ({ clientX: x, clientY: y, target }: PointerEvent<HTMLDialogElement>) => {
    const { left, right, top, bottom } = dialog.current!.getBoundingClientRect();
    if (target === dialog.current && (x < left || x > right || y < top || y > bottom)) dialog.current!.close();
  };
  return (
    <dialog ref={dialog} className="iv iv-dialog" aria-labelledby="material-title" onClose={onClose} onPointerDown={onPress}>
      <header>
        <h2 id="material-title">{title}</h2>
        <button type="button" className="iv-button" onClick={() => dialog.current?.close()}>
          {t('Close')}
        </button>
      </header>
      <div className="iv-scroll" tabIndex={0} role="region" aria-labelledby="material-title">
        {children}
      </div>
      <footer>{actions}</footer>
    </dialog>
  );
}

/**
 * Calls a public endpoint without a token (DL-05).
 * @throws Error with the server's `detail` as its message, if it sent one
 */
async function askPublic({ path }: Pick<Endpoint, 'path'>): Promise<Response> {
  const response = await fetch(path, { credentials: 'omit' }).catch((error: unknown) => {
    // the browser's own message is for developers
    throw new Error('', { cause: error });
  });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as { detail?: unknown } | null;
  throw new Error(typeof problem?.detail === 'string' ? problem.detail : '', { cause: response.status });
}

/** Downloads a whole file under the server's file name. @throws Error when it cannot be loaded */
async function downloadPublic(endpoint: Pick<Endpoint, 'path'>, fallbackName: string): Promise<void> {
  const response = await askPublic(endpoint);
  const name = fileNameIn(response.headers.get('content-disposition'));
  saveFile(await response.blob(), name ?? fallbackName);
}

/**
 * Saves the white paper as an HTML file (DL-02). A failure is logged as specified (DL-04); the caller notifies the user (G12).
 * @returns null, or why it was not saved
 */
async function saveWhitePaper(): Promise<string | null> {
  try {
    const { success, content, filename } = await (await askPublic(whitePaper)).json();
    if (!success) throw new Error('');
    saveFile(new Blob([content], { type: 'text/html' }), filename || WHITE_PAPER_FILE);
    return null;
  } catch (error) {
    console.error('White paper download failed', error);
    return failureText(error, t('Download failed. Please try again.'));
  }
}

/**
 * Opens a mail draft to the investors' contact address (INV-02); if the operator has not configured one, the form whose messages operators
 * see in the console (A22).
 * @returns null, or why nothing opened
 */
async function writeToInvestors(subject: string): Promise<string | null> {
  try {
    const { email } = await (await askPublic(investorContact)).json();
    navigateTo(email === null ? `/contact-sales?plan=${INVESTMENT}` : `mailto:${email}?subject=${encodeURIComponent(subject)}`);
    return null;
  } catch (error) {
    return failureText(error, t('The address could not be fetched. Please try again.'));
  }
}
