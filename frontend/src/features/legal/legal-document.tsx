import { PRODUCT } from '#contract/product.ts';
import { LegalText, sectionId } from '#frontend/features/legal/legal-text.tsx';
import type { LegalPage } from '#frontend/features/legal/section.ts';
import { t } from '#frontend/lib/text.ts';

/** One of the five pages, whole. */
export function LegalDocument({ page }: { readonly page: LegalPage }) {
  return (
    <div className="lg">
      <header className="lg-header">
        <a className="lg-brand" href="/">
          {PRODUCT}
        </a>
        <a href="/">{t('Back to Home')}</a>
      </header>
      <main className="lg-page">
        <h1>{page.title}</h1>
        <p className="lg-updated">{t('Last updated {date}', { date: page.updated })}</p>
        <nav className="lg-contents" aria-label={t('Contents')}>
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
