import * as contract from '#contract/investors/investors.contract.ts';
import type { Material } from '#contract/investors/material.ts';
import { PITCH_DECK } from '#contract/investors/pitch-deck.ts';
import { VALUATION_ANALYSIS } from '#contract/investors/valuation-analysis.ts';
import { WHITE_PAPER } from '#contract/investors/white-paper.ts';
import { listPatents, zipPatents } from '#domain/investors/patents.queries.ts';
import { renderMaterial } from '#domain/investors/render-material.ts';
import { config } from '#domain/platform/config.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

const named = (filename: string) => ({ 'Content-Disposition': `attachment; filename="${filename}"` });

async function* bytesOf(pieces: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** Returns a document as a file. @param isDeck see `renderMaterial` */
const fileOf = (material: Material, filename: string, isDeck = false) => ({
  status: 200 as const,
  body: bytesOf(renderMaterial(material, { isDeck })),
  headers: named(filename),
});

/** Mounts the investors' pages and downloads, which need no sign-in. */
export function mountInvestors(router: ApiRouter): void {
  mount(router, contract.whitePaper, async () => ({
    status: 200,
    body: { success: true, content: [...renderMaterial(WHITE_PAPER)].join(''), filename: contract.WHITE_PAPER_FILE },
  }));
  mount(router, contract.downloadWhitePaper, async () => fileOf(WHITE_PAPER, contract.WHITE_PAPER_FILE));
  mount(router, contract.downloadInvestorDeck, async () => fileOf(PITCH_DECK, contract.INVESTOR_DECK_FILE, true));
  mount(router, contract.downloadValuationAnalysis, async () => fileOf(VALUATION_ANALYSIS, contract.VALUATION_FILE));
  mount(router, contract.generatePatents, async () => ({ status: 200, body: { individual_patents: listPatents() } }));
  mount(router, contract.downloadPatents, async () => ({
    status: 200,
    body: zipPatents(new Date()),
    headers: named(contract.PATENTS_FILE),
  }));
  mount(router, contract.investorContact, async () => ({ status: 200, body: { email: config().investorEmail } }));
}
