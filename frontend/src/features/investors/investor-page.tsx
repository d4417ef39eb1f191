import { PRODUCT } from '#contract/product.ts';
import { INVESTOR_PAGE } from '#contract/investors/investor-page.ts';
import * as contract from '#contract/investors/investors.contract.ts';
import { NOTICE } from '#contract/investors/material.ts';
import { PartView } from '#frontend/features/investors/part-view.tsx';
import { t } from '#frontend/lib/text.ts';

/** Each button opens its own file, also without a script. */
const files = () =>
  [
    [contract.downloadWhitePaper.path, t('Download the white paper (HTML)')],
    [contract.downloadInvestorDeck.path, t('Download the pitch deck (HTML)')],
    [contract.downloadValuationAnalysis.path, t('Download the valuation analysis (HTML)')],
    [contract.downloadPatents.path, t('Download the patent documents (zip)')],
  ] as const;

/** The page for investors (INV-01): a document that needs no script; its buttons are wired by `wireMaterial`. */
export function InvestorPage() {
  return (
    <div className="lg iv">
      <header className="lg-header">
        <a className="lg-brand" href="/">
          {PRODUCT}
        </a>
        <a href="/">{t('Back to Home')}</a>
      </header>
      <main className="lg-page">
        <h1>{INVESTOR_PAGE.title}</h1>
        <p>{INVESTOR_PAGE.lead}</p>
        <p className="iv-notice">{NOTICE}</p>
        <div className="lg-text">
          {INVESTOR_PAGE.parts.map((part) => (
            <PartView key={part.title} part={part} level={2} />
          ))}
        </div>
        <div className="iv-actions" data-needs-script="">
          <button type="button" className="iv-button iv-primary" data-material="contact">
            {t('Contact Investors')}
          </button>
          <button type="button" className="iv-button" data-material="valuation-analysis">
            {t('View Valuation Analysis')}
          </button>
          <button type="button" className="iv-button" data-material="pitch-deck">
            {t('View Pitch Deck')}
          </button>
          <p role="alert" data-material-note="" />
        </div>
        <h2 className="iv-files">{t('Files')}</h2>
        <ul className="iv-points">
          {files().map(([href, name]) => (
            <li key={href}>
              <a href={href} download="">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
