import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { openApiDocument } from './openapi.ts';

let document: any;
beforeAll(() => {
  document = openApiDocument({ origin: 'https://courses.example.com', sessionCookie: '__Host-cw' });
});

describe('the OpenAPI document', () => {
  it('describes the request body, with defaults optional and options listed', () => {
    expect(document.openapi).toBe('3.1.0');
    const form = document.paths['/api/generate-course'].post.requestBody.content['application/json'].schema;
    expect(form.required.sort()).toEqual(['age', 'learning_goals', 'topic']);
    expect(form.properties.difficulty.enum).toContain('beginner');
  });

  it('describes path and query parameters, authentication, and every problem by its codes', () => {
    const list = document.paths['/api/courses/{user_id}'].get;
    expect(list.parameters.map(({ name, in: place, required }: any) => [name, place, required])).toEqual([
      ['user_id', 'path', true],
      ['limit', 'query', false],
      ['after', 'query', false],
      ['q', 'query', false],
      ['status', 'query', false],
      ['sort', 'query', false],
      ['origin', 'query', false],
      ['unsaved', 'query', false],
    ]);
    expect(list.security).toEqual([{ bearer: [] }, { cookie: [] }, { key: ['courses:read'] }]);
    expect(list.responses['401'].description).toBe('auth.required, auth.token_invalid, key.invalid');
    expect(document.paths['/api/auth/login'].post.security).toEqual([]);
    expect(document.paths['/api/auth/logout'].post.requestBody.required).toBe(false);
  });

  it('names the headers that a call reads: the idempotency key, the preference not to wait, and the maximum price', () => {
    const named = ({ parameters }: any) => parameters.flatMap((one: any) => (one.in === 'header' ? [[one.name, one.required]] : []));
    expect(named(document.paths['/api/generate-course'].post)).toEqual([
      ['Idempotency-Key', false],
      ['Prefer', false],
      ['Max-Price', false],
    ]);
    expect(named(document.paths['/api/runs/{task_id}/retry'].post)).toEqual([
      ['Idempotency-Key', false],
      ['Max-Price', false],
    ]);
    expect(named(document.paths['/api/courses/{user_id}'].get)).toEqual([]);
  });

  it('CRE-20 CRE-21 describes the creator’s form: two required fields, listed options, and a price that may be text', () => {
    const { post } = document.paths['/api/creator/courses'];
    const form = post.requestBody.content['application/json'].schema;
    expect(form.required.sort()).toEqual(['description', 'title']);
    expect(Object.keys(form.properties).toSorted()).toEqual([
      'category',
      'description',
      'difficulty',
      'duration',
      'objectives',
      'prerequisites',
      'price',
      'tags',
      'title',
    ]);
    expect(form.properties.category.anyOf[0].enum).toEqual(['business', 'technology', 'creative', 'personal', 'academic']);
    expect(form.properties.price.type).toEqual(['string', 'number', 'null']);
    expect(post.responses['201'].content['application/json'].schema.properties.course.properties.price.type).toBe('number');
    expect(post.responses['422'].description).toBe('idempotency.body_mismatch');
    expect(document.paths['/api/creator/courses/{course_id}'].delete.responses['409'].description).toBe('studio.course_kept');
  });

  it('describes the maximum length of a text that is trimmed before it is measured', () => {
    const { post } = document.paths['/api/voice-notes'];
    expect(post.requestBody.content['application/json'].schema.properties.title).toMatchObject({ type: 'string', maxLength: 200 });
  });

  it('has one path for operations that name a parameter differently, and describes the parameter in each', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(shapes).toEqual([...new Set(shapes)]);
    const { get, delete: remove } = document.paths['/api/voice-notes/{id}'];
    expect([get.parameters[0], remove.parameters[0]]).toMatchObject([
      { name: 'id', in: 'path', description: 'The user_id.' },
      { name: 'id', in: 'path', description: 'The voice_note_id.' },
    ]);
  });

  it('names its server and its tags, and describes the files of an upload', () => {
    expect(document.servers).toEqual([{ url: 'https://courses.example.com' }]);
    const operations = Object.values(document.paths).flatMap((path: any) => Object.values(path));
    const names = document.tags.map(({ name }: any) => name);
    for (const { tags } of operations as any[]) expect(names).toContain(tags[0]);
    expect(document.tags.find(({ name }: any) => name === 'flash-cards')['x-displayName']).toBe('Flash cards');
    // the page shows only tags in groups, and each tag has a readable name
    const grouped = document['x-tagGroups'].flatMap(({ tags }: any) => tags);
    expect(grouped.toSorted()).toEqual([...names, 'webhooks'].toSorted());
    expect(document['x-tagGroups'].filter(({ tags }: any) => tags.length === 1).map(({ name }: any) => name)).toEqual([
      'Operations',
      'Webhooks',
    ]);
    const form = document.paths['/api/sources'].post.requestBody.content['multipart/form-data'].schema;
    expect(form.properties).toMatchObject({ file: { format: 'binary' } });
  });

  it('names every key that a record by an enumeration requires', () => {
    const walk = (part: any): void => {
      if (part === null || typeof part !== 'object') return;
      if (part.type === 'object' && Array.isArray(part.required))
        expect(Object.keys(part.properties ?? {})).toEqual(expect.arrayContaining(part.required));
      Object.values(part).forEach(walk);
    };
    walk(document.paths);
  });

  it('is plain JSON whose references all resolve', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer]) => pointer!.split('/'));
    const parsed = JSON.parse(text);
    for (const steps of references) expect(steps.reduce((part, step) => part[step], parsed)).toBeDefined();
  });

  it('has a summary and, unless it is a file, an example of every body, which the contract accepts', () => {
    const operations = new Map(
      Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods).map((one) => [one.operationId, one])),
    );
    const examples = new Map<string, unknown>();
    for (const endpoint of ENDPOINTS.filter(({ socket }) => !socket)) {
      const { summary, parameters, requestBody, responses } = operations.get(endpoint.name);
      expect(summary, endpoint.name).toMatch(/\w+ \w+/);
      const judge = (what: string, schema: any, example: unknown) => {
        examples.set(`${endpoint.name} ${what}`, example);
        expect(schema.safeParse(example).error, `${endpoint.name} ${what}`).toBeUndefined();
      };
      // if two paths are merged, a parameter's name differs from the contract's
      const inPath = parameters.filter((one: any) => one.in === 'path').map((one: any) => one.example);
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
      if (endpoint.params) judge('params', endpoint.params, Object.fromEntries(names.map((name, at) => [name, inPath[at]])));
      if (endpoint.body && !endpoint.upload) judge('body', endpoint.body, requestBody.content['application/json'].example);
      for (const [status, schema] of Object.entries(endpoint.responses)) {
        const { content } = responses[status];
        if (endpoint.event) judge('event', endpoint.event, content['text/event-stream'].example);
        else if (!endpoint.media) judge(status, schema, content['application/json'].example);
      }
    }
    expect(examples.size).toBeGreaterThan(600);
    const place = { origin: 'https://courses.example.com', sessionCookie: '__Host-cw' };
    expect(JSON.stringify(openApiDocument(place))).toBe(JSON.stringify(openApiDocument(place)));
  });
});
