import { isDeepStrictEqual } from 'node:util';
import { strFromU8 } from 'fflate';

// the package ships without types
const { JSDOM, VirtualConsole } = await import('jsdom' as string);

const CATEGORIES = 'https://w3id.org/xapi/cmi5/context/categories/';
const SESSION_ID = 'https://w3id.org/xapi/cmi5/context/extensions/sessionid';
const VERBS = 'http://adlnet.gov/expapi/verbs/';
const LRS = 'https://lrs.example.com/xapi/';

interface Launch {
  readonly mode?: 'Normal' | 'Browse' | 'Review';
  readonly returnUrl?: string;
  /** Requests, by their paths, that the learning system does not answer. */
  readonly failing?: readonly string[];
}

/**
 * A learning system in which one learner is registered for one assignable unit of a cmi5 package. It refuses the requests that CATAPULT's
 * player refuses, and names the requirement by its number in CATAPULT's list.
 */
export class Cmi5Lms {
  readonly refused: string[] = [];
  private readonly registration = crypto.randomUUID();
  private readonly actor = { account: { homePage: 'https://lms.example.com', name: 'ines' } };
  private readonly documents = new Map<string, unknown>();
  private readonly archive: Readonly<Record<string, Uint8Array>>;
  private readonly page: string;
  private isCompleted = false;

  constructor(archive: Readonly<Record<string, Uint8Array>>, page: string) {
    this.archive = archive;
    this.page = page;
  }

  /** Opens the unit's page in a separate session. */
  launch({ mode = 'Normal', returnUrl, failing = [] }: Launch = {}): Visit {
    const sessionId = crypto.randomUUID();
    const contextTemplate = { contextActivities: { grouping: [{ id: 'urn:unit' }] }, extensions: { [SESSION_ID]: sessionId } };
    this.documents.set('LMS.LaunchData', {
      contextTemplate,
      launchMode: mode,
      moveOn: 'Completed',
      ...(returnUrl && { returnURL: returnUrl }),
    });
    const activityId = 'https://lms.example.com/activities/1';
    const session = { mode, contextTemplate, activityId, verbs: [] as string[], hasPreferences: false, statements: [] as any[] };
    const parameters = {
      endpoint: LRS.replace(/\/$/, ''),
      fetch: 'https://lrs.example.com/token',
      actor: JSON.stringify(this.actor),
      registration: this.registration,
      activityId,
    };
    let isTokenTaken = false;
    const answer = async (
      address: string,
      { method = 'GET', headers = {}, body }: RequestInit & { headers?: Record<string, string> } = {},
    ) => {
      const { pathname, searchParams } = new URL(address);
      if (failing.some((path) => pathname.endsWith(path))) return new Response(null, { status: 503 });
      if (pathname === '/token') {
        const isFirst = method === 'POST' && !isTokenTaken;
        isTokenTaken ||= isFirst;
        return Response.json(isFirst ? { 'auth-token': 'dG9rZW4=' } : { 'error-code': '1' });
      }
      const given = body === undefined || body === null ? undefined : JSON.parse(String(body));
      const problem =
        !address.startsWith(LRS) || headers.authorization !== 'Basic dG9rZW4=' || headers['X-Experience-API-Version'] !== '1.0.3'
          ? '8.1.2.0-5'
          : this.problemOf(session, pathname.replace('/xapi/', ''), method, searchParams, given);
      if (problem !== null) {
        this.refused.push(problem);
        return new Response(null, { status: 403 });
      }
      return this.keep(session, pathname.replace('/xapi/', ''), method, searchParams, given);
    };
    return new Visit(this.archive, this.page, parameters, answer, session.statements);
  }

  private problemOf(session: Session, resource: string, method: string, query: URLSearchParams, given: any): string | null {
    const agent = query.get('agent');
    if (resource !== 'statements') {
      if (agent === null || !isDeepStrictEqual(JSON.parse(agent), this.actor)) return '8.1.3.0-3';
      if (query.has('registration') && query.get('registration') !== this.registration) return '8.1.4.0-3';
      return query.get('stateId') === 'LMS.LaunchData' && method !== 'GET' ? '10.2.1.0-5' : null;
    }
    const verb = String(given.verb?.id).replace(VERBS, '');
    const { context = {}, result, object, actor, timestamp, id } = given;
    const categories: string[] = (context.contextActivities?.category ?? []).map((one: any) => one.id.replace(CATEGORIES, ''));
    const { contextActivities, extensions } = session.contextTemplate;
    const wantsResult = ['completed', 'passed', 'failed'].includes(verb);
    const rules: readonly (readonly [string, boolean])[] = [
      ['11.0.0.0-3', session.hasPreferences],
      ['9.1.0.0-1', /^[\da-f-]{36}$/.test(id ?? '') && query.get('statementId') === id],
      ['9.7.0.0-2', typeof timestamp === 'string' && timestamp.endsWith('Z') && !Number.isNaN(Date.parse(timestamp))],
      ['8.1.3.0-3', isDeepStrictEqual(actor, this.actor)],
      ['8.1.5.0-6', object?.id === session.activityId],
      ['9.6.1.0-1', context.registration === this.registration],
      ['9.6.2.0-1', isDeepStrictEqual(context.contextActivities?.grouping, contextActivities.grouping)],
      ['9.6.3.1-4', isDeepStrictEqual(context.extensions, extensions)],
      ['9.6.2.1-1', categories.includes('cmi5')],
      ['9.6.2.2-1', !wantsResult || categories.includes('moveon')],
      ['9.6.2.2-2', wantsResult || !categories.includes('moveon')],
      ['9.3.0.0-1', ['initialized', 'completed', 'terminated'].includes(verb)],
      ['9.3.0.0-2', !session.verbs.includes(verb)],
      ['9.3.0.0-4', (session.verbs.length === 0) === (verb === 'initialized')],
      ['9.3.0.0-5', !session.verbs.includes('terminated')],
      ['9.3.0.0-6', verb !== 'completed' || !this.isCompleted],
      ['10.2.2.0-5', verb !== 'completed' || session.mode === 'Normal'],
      ['9.5.2.0-3', result?.success === undefined],
      ['9.5.3.0-1', (result?.completion === true) === (verb === 'completed')],
      ['9.5.4.1-1', verb === 'initialized' || /^PT\d+([.]\d+)?S$/.test(result?.duration ?? '')],
    ];
    return rules.find(([, holds]) => !holds)?.[0] ?? null;
  }

  private keep(session: Session, resource: string, method: string, query: URLSearchParams, given: any): Response {
    if (resource === 'statements') {
      const verb = given.verb.id.replace(VERBS, '');
      session.verbs.push(verb);
      session.statements.push(given);
      this.isCompleted ||= verb === 'completed';
      return new Response(null, { status: 204 });
    }
    if (query.get('profileId') === 'cmi5LearnerPreferences') session.hasPreferences = true;
    const name = query.get('stateId') ?? query.get('profileId')!;
    if (method === 'PUT') this.documents.set(name, given);
    const found = this.documents.get(name);
    if (method === 'PUT') return new Response(null, { status: 204 });
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
  }
}

interface Session {
  readonly mode: string;
  readonly contextTemplate: {
    readonly contextActivities: { readonly grouping: readonly unknown[] };
    readonly extensions: Readonly<Record<string, string>>;
  };
  readonly activityId: string;
  /** Of the statements so far. */
  readonly verbs: string[];
  readonly statements: any[];
  hasPreferences: boolean;
}

/** A unit's page in a browser. */
class Visit {
  /** The received statements. */
  readonly statements: readonly any[];
  private readonly window: any;

  constructor(
    archive: Readonly<Record<string, Uint8Array>>,
    page: string,
    parameters: Record<string, string>,
    answer: (address: string, init?: any) => Promise<Response>,
    statements: readonly any[],
  ) {
    this.statements = statements;
    const html = strFromU8(archive[page]!).replace('<script src="cmi5.js"></script>', `<script>${strFromU8(archive['cmi5.js']!)}</script>`);
    this.window = new JSDOM(html, {
      url: `https://lms.example.com/course/${page}?${new URLSearchParams(parameters)}`,
      runScripts: 'dangerously',
      virtualConsole: new VirtualConsole(),
      beforeParse(window: any) {
        window.fetch = answer;
        Object.defineProperty(window, 'crypto', { value: crypto });
      },
    }).window;
  }

  /** Returns the labels of the visible buttons. */
  get buttons(): string[] {
    return [...this.window.document.querySelectorAll('button')].filter((one: any) => !one.hidden).map((one: any) => one.textContent);
  }

  get said(): string {
    return this.window.document.getElementById('said').textContent;
  }

  get verbs(): string[] {
    return this.statements.map(({ verb }) => verb.id.replace(VERBS, ''));
  }

  get address(): string {
    return this.window.location.href;
  }

  press(words: string): void {
    [...this.window.document.querySelectorAll('button')].find((one: any) => one.textContent === words).click();
  }

  /** Closes the page, or navigates away. */
  close(): void {
    this.window.dispatchEvent(new this.window.Event('pagehide'));
  }
}
