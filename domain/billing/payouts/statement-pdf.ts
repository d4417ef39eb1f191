import { setImmediate } from 'node:timers/promises';
import Pdf from 'pdfkit';
import { PRODUCT } from '#contract/product.ts';
import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import { registerFonts } from '#domain/platform/pdf/fonts.ts';
import { dollars } from './statement-csv.ts';
import type { Statement } from './payouts.queries.ts';

const MARGIN = 48;
const COLUMNS = { at: MARGIN, what: 130, amount: 396, balance: 476 } as const;
/** Rows written without a pause; they take some milliseconds. */
const SLICE = 10;
const WORDS = { sale: 'Sale', sale_refund: 'Refund', payout: 'Payout', payout_return: 'Payout returned' } as const;

/**
 * Renders a statement for print, A4, in English like all documents of the operator. pdfkit is the one well-maintained PDF writer for Node
 * with tagged text.
 */
export async function statementPdf({ month, opening, lines, closing }: Statement): Promise<AsyncIterable<Uint8Array>> {
  const title = `${PRODUCT}: statement ${month}`;
  const pdf = new Pdf({ size: 'A4', margin: MARGIN, tagged: true, lang: 'en', displayTitle: true, info: { Title: title } });
  registerFonts(pdf);
  pdf.font('text');
  pdf.fontSize(18).text(title);
  pdf.fontSize(9).text(`Amounts in US dollars: your ${CREATOR_PERCENT} % of each sale, refunds and payouts. Times are UTC.`);
  pdf.moveDown();
  row(pdf, ['Date', 'What', 'Amount', 'Balance']);
  row(pdf, [`${month}-01`, 'Opening balance', '', dollars(opening)]);
  for (const [n, line] of lines.entries()) {
    // a month may have thousands of sales: let other requests run in between
    if (n % SLICE === SLICE - 1) await setImmediate();
    if (pdf.y > pdf.page.height - 2 * MARGIN) pdf.addPage();
    row(pdf, [
      line.at.toISOString().slice(0, 16).replace('T', ' '),
      `${WORDS[line.kind]}${line.cause && line.cause !== WORDS[line.kind] ? `: ${line.cause.replace(/^Sale: /, '')}` : ''}`,
      dollars(line.change),
      dollars(line.balance_after),
    ]);
  }
  row(pdf, ['', 'Closing balance', '', dollars(closing)]);
  pdf.end();
  return pdf as unknown as AsyncIterable<Uint8Array>;
}

function row(pdf: PDFKit.PDFDocument, [at, what, amount, balance]: [string, string, string, string]): void {
  const y = pdf.y;
  pdf.text(at, COLUMNS.at, y, { width: 80 });
  pdf.text(amount, COLUMNS.amount, y, { width: 60, align: 'right' });
  pdf.text(balance, COLUMNS.balance, y, { width: 60, align: 'right' });
  pdf.text(what, COLUMNS.what, y, { width: 260 });
  pdf.moveDown(0.3);
}
