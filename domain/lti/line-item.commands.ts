import type { Knex } from 'knex';
import { database, transact } from '#domain/platform/database.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { SCOPES } from './launch-message.ts';
import { fieldsOf, LeftOut, objectsOf, type Fields } from './lenient.ts';
import { calledAddress, LmsFailure, nextPage } from './lms-client.ts';
import { askService, type Serving } from './lms-token.ts';
import { noteLeftOut } from './problem.commands.ts';

/** Longer than finding or creating a line item takes. */
const LEASE_S = 120;
/** The maximum of grades, which are percentages. */
export const SCORE_MAXIMUM = 100;
const LINE_ITEM = 'application/vnd.ims.lis.v2.lineitem+json';
const LINE_ITEMS = 'application/vnd.ims.lis.v2.lineitemcontainer+json';
const ADDRESS = { most: 2_000 };
const ID = { most: 255 };
/** Maximum number of pages read from a list of line items, and entries per page. */
const MOST_PAGES = 10;
const MOST_ITEMS = 1_000;

/** The fields of a link that are needed for its line item. */
export interface LinkToGrade {
  readonly link_id: string;
  readonly placement_id: string;
  readonly resource_link: string;
  readonly title: string;
  readonly lineitems_url: string | null;
  readonly platform: Serving;
}

/**
 * Returns the line item of a link, found or created by one process at a time: two would make two columns in a teacher's gradebook.
 * @throws Error while another process works on it; the grade is tried again
 */
export async function lineItemFor(wanted: LinkToGrade): Promise<string> {
  const link = () => database()('lti_link').where({ id: wanted.link_id });
  const taken = await link()
    .whereNull('lineitem_url')
    .where((free) => free.whereNull('making_until').orWhere('making_until', '<', database().fn.now()))
    .update({ making_until: expression(database(), sql`now() + make_interval(secs => ${LEASE_S})`) });
  if (taken === 0) {
    const made = (await link().first('lineitem_url'))?.lineitem_url;
    if (made) return made;
    throw new Error('another process is creating the line item');
  }
  try {
    return (await findLineItem(wanted)) ?? (await makeLineItem(wanted));
  } finally {
    await link().update({ making_until: null });
  }
}

/**
 * Finds the line item of a link: the platform's line item for the link's id or else, by the content, the one that was placed with it, or
 * that a process created before it crashed. Another link's line item does not count.
 */
async function findLineItem(wanted: LinkToGrade): Promise<string | null> {
  const { resource_link: ref, placement_id: content } = wanted;
  const byLink = await readLineItems(wanted, { resource_link_id: ref });
  const mine = byLink.filter((item) => item.resourceLink === ref);
  const candidates = [...mine.filter(({ resource }) => resource === content), ...mine.filter(({ resource }) => resource === null)];
  for (const { id } of candidates) if (await keepLineItem(wanted, id)) return id;
  // if the platform does not know the link's id, the line item was created without it
  const byContent = await readLineItems(wanted, { resource_id: content });
  for (const { id } of byContent.filter((item) => item.resource === content && (item.resourceLink === null || item.resourceLink === ref)))
    if (await keepLineItem(wanted, id)) return id;
  return null;
}

interface LineItem {
  readonly id: string;
  readonly resource: string | null;
  readonly resourceLink: string | null;
}

function readLineItem(item: Fields): LineItem | null {
  const id = item.id('id', ADDRESS);
  return id !== null && URL.canParse(id) ? { id, resource: item.id('resourceId', ID), resourceLink: item.id('resourceLinkId', ID) } : null;
}

async function readLineItems({ platform, lineitems_url: at }: LinkToGrade, filter: Readonly<Record<string, string>>): Promise<LineItem[]> {
  const start = calledAddress(lineItemsOf(at));
  for (const [name, value] of Object.entries(filter)) start.searchParams.set(name, value);
  const found: LineItem[] = [];
  let next: string | null = start.href;
  for (let page = 0; next !== null && page < MOST_PAGES; page += 1) {
    const { json, link } = await askService(platform, SCOPES.lineItem, next, { accept: LINE_ITEMS });
    const leftOut = new LeftOut();
    if (!Array.isArray(json)) leftOut.add('line items', 'are no list');
    const items = objectsOf(Array.isArray(json) ? json.slice(0, MOST_ITEMS) : [], leftOut, 'lineitems.');
    found.push(...items.map(readLineItem).filter((item) => item !== null));
    await noteLeftOut(platform.id, leftOut);
    next = nextPage(link, next);
  }
  return found;
}

/** Creates a line item for a link, or only for the content: Canvas sends link ids in launches that it then does not recognise. */
async function makeLineItem(wanted: LinkToGrade): Promise<string> {
  const { resource_link: ref, placement_id: content, title } = wanted;
  const item = { scoreMaximum: SCORE_MAXIMUM, label: title, resourceId: content };
  const made = await postLineItem(wanted, { ...item, resourceLinkId: ref }).catch((error: unknown) => {
    if (!(error instanceof LmsFailure) || error.kind !== 'refused' || error.status === null) throw error;
    return postLineItem(wanted, item);
  });
  await database()('lti_link').where({ id: wanted.link_id }).update({ lineitem_url: made });
  return made;
}

async function postLineItem({ platform, lineitems_url: at }: LinkToGrade, item: object): Promise<string> {
  const call = { method: 'POST', accept: LINE_ITEM, contentType: LINE_ITEM, body: JSON.stringify(item) } as const;
  const { json } = await askService(platform, SCOPES.lineItem, lineItemsOf(at), call);
  const made = readLineItem(fieldsOf(json, new LeftOut()));
  if (!made) throw new LmsFailure('refused', 'The platform made no line item.');
  return made.id;
}

function lineItemsOf(address: string | null): string {
  if (address === null) throw new LmsFailure('refused', 'The platform takes no grades for this link.');
  return address;
}

/** Stores a line item for a link. @returns false when it belongs to another link */
const keepLineItem = ({ link_id: id, platform }: LinkToGrade, lineItem: string): Promise<boolean> =>
  transact(async (trx: Knex.Transaction) => {
    await lockName(trx, `lti-line-item:${lineItem}`);
    const other = await trx('lti_link').where({ platform_id: platform.id, lineitem_url: lineItem }).whereNot({ id }).first('id');
    if (other) return false;
    await trx('lti_link').where({ id }).update({ lineitem_url: lineItem });
    return true;
  });
