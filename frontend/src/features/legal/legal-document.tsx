import { PRODUCT } from '#contract/product.ts';
import { directionOf } from '#contract/translation/interface-languages.ts';
import { dayIn } from '#frontend/lib/served-dates.ts';
import { LegalText, sectionId } from '#frontend/features/legal/legal-text.tsx';
import { LEGAL_PAGES, type LegalName } from './legal-pages.ts';
import { translatorFor } from './legal-words.ts';
import { pageIn, type Say } from './translated-page.ts';

interface Translation {
  /** BCP 47. */
  readonly language: string;
  readonly say: Say;
  readonly onEnglish: () => void;
}

interface LegalDocumentProps {
  readonly name: LegalName;
  /** Absent for the English text, which is the binding one. */
  readonly translation?: Translation;
}

/** One of the five legal pages; other languages are marked as translations. */
export function LegalDocument({ name, translation }: LegalDocumentProps) {
  const say: Say = translation?.say ?? translatorFor('en', {});
  const page = pageIn(LEGAL_PAGES[name], say);
  return (
    <div className="lg" {...(translation && { lang: translation.language, dir: directionOf(translation.language) })}>
      <header className="lg-header">
        <a className="lg-brand" href="/">
          {PRODUCT}
        </a>
        <a href="/">{say('Back to Home')}</a>
      </header>
      <main className="lg-page">
        <h1>{page.title}</h1>
        <p className="lg-updated">{say('Last updated {date}', { date: dayIn(page.updated, translation?.language) })}</p>
        {translation ? (
          <p className="lg-translation" role="note">
            {say('This translation is for your convenience. The English text is binding.')}{' '}
            <button type="button" onClick={translation.onEnglish}>
              {say('Read the English text')}
            </button>
          </p>
        ) : (
          // the document's script shows it to readers of other languages
          <p className="lg-translation" data-legal={name} hidden />
        )}
        <nav className="lg-contents" aria-label={say('Contents')}>
          <ol>
            {page.sections.map(({ title }, index) => (
              <li key={title}>
                <a href={`#${sectionId(index)}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="lg-text">
          <LegalText opening={page.opening} sections={page.sections} />
        </div>
      </main>
    </div>
  );
}
