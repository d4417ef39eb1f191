import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';

/** File names of the downloads. */
export const WHITE_PAPER_FILE = 'coursewright-seed-round-white-paper.html';
export const INVESTOR_DECK_FILE = 'coursewright-investor-pitch-deck.html';
export const VALUATION_FILE = 'coursewright-valuation-analysis-report.html';
export const PATENTS_FILE = 'coursewright-patent-documents.zip';

/** The description of one invention. `number` is null until an office has assigned one. */
export const patentSchema = z.object({
  id: z.string(),
  title: z.string(),
  field: z.string(),
  abstract: z.string(),
  status: z.string(),
  number: z.nullable(z.string()),
  /** Its file in the zip. */
  filename: z.string(),
});
export type Patent = z.infer<typeof patentSchema>;

const download = {
  method: 'GET',
  auth: 'public',
  constant: true,
  responses: { 200: fileBody },
  errors: [],
} as const;

/** DL-01. */
export const whitePaper = defineEndpoint({
  name: 'whitePaper',
  method: 'GET',
  path: '/api/white-paper',
  summary: 'The white paper of the seed round, as HTML in JSON.',
  auth: 'public',
  publicAs: 'information',
  constant: true,
  responses: { 200: z.object({ success: z.boolean(), content: z.string(), filename: z.string() }) },
  errors: [],
});

export const downloadWhitePaper = defineEndpoint({
  ...download,
  name: 'downloadWhitePaper',
  path: '/api/white-paper/download',
  summary: 'The white paper as a file.',
  publicAs: 'information',
  media: 'text/html',
});

export const downloadInvestorDeck = defineEndpoint({
  ...download,
  name: 'downloadInvestorDeck',
  path: '/api/investor-deck/download',
  summary: 'The pitch deck, six slides, as a file.',
  publicAs: 'information',
  media: 'text/html',
});

export const downloadValuationAnalysis = defineEndpoint({
  ...download,
  name: 'downloadValuationAnalysis',
  path: '/api/valuation-analysis/download',
  summary: 'The valuation analysis with its charts as a file.',
  publicAs: 'information',
  media: 'text/html',
});

/** DL-07. */
export const generatePatents = defineEndpoint({
  name: 'generatePatents',
  method: 'GET',
  path: '/api/patents/generate',
  summary: 'The descriptions of inventions, as a list.',
  auth: 'public',
  publicAs: 'information',
  constant: true,
  responses: { 200: z.object({ individual_patents: z.array(patentSchema) }) },
  errors: [],
});

export const downloadPatents = defineEndpoint({
  ...download,
  name: 'downloadPatents',
  path: '/api/patents/download',
  summary: 'All descriptions of inventions as a zip.',
  publicAs: 'information',
  media: 'application/zip',
});

/** INV-02: contact address for investors; null if the operator has set none. */
export const investorContact = defineEndpoint({
  name: 'investorContact',
  method: 'GET',
  path: '/api/investors/contact',
  summary: 'The address for investors.',
  auth: 'public',
  publicAs: 'information',
  responses: { 200: z.object({ email: z.nullable(z.string()) }) },
  errors: [],
});
