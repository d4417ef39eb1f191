import type { Course } from '#contract/courses/courses.contract.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { languageOf } from './language.ts';
import { byModule, packageOf } from './lesson-package.ts';
import type { ExportPicture } from './pictures.ts';
import { escapeXml } from './xhtml.ts';

/**
 * Script of every page, as cmi5 (Quartz, 1st edition) requires of an assignable unit. It fetches the launch's token, reads the launch data
 * and the learner's preferences, and states initialized, then completed when its button is pressed, and terminated. A unit may be completed
 * only once per registration, so a document of the State API remembers it for later launches.
 */
const SCRIPT = `(function () {
  var launch = new URLSearchParams(location.search);
  var endpoint = (launch.get('endpoint') || '').replace(/\\/?$/, '/');
  var began = Date.now();
  var auth = '';
  var data = null;
  var isOpen = false;
  var sending = Promise.resolve();
  function call(method, path, query, body, more) {
    var headers = { authorization: auth, 'X-Experience-API-Version': '1.0.3' };
    if (body) headers['content-type'] = 'application/json';
    var address = endpoint + path + '?' + new URLSearchParams(query);
    return fetch(address, Object.assign({ method: method, headers: headers, body: body && JSON.stringify(body) }, more)).then(function (answer) {
      if (!answer.ok && answer.status !== 404) throw new Error(path + ' answered ' + answer.status);
      return answer;
    });
  }
  function state(verb, result, categories, more) {
    var template = data.contextTemplate || {};
    var activities = template.contextActivities || {};
    var named = [{ id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' }].concat(categories.map(function (name) {
      return { id: 'https://w3id.org/xapi/cmi5/context/categories/' + name };
    }));
    var id = crypto.randomUUID();
    var statement = {
      id: id,
      timestamp: new Date().toISOString(),
      actor: JSON.parse(launch.get('actor')),
      verb: { id: 'http://adlnet.gov/expapi/verbs/' + verb, display: { 'en-US': verb } },
      object: { id: launch.get('activityId'), objectType: 'Activity' },
      context: Object.assign({}, template, {
        registration: launch.get('registration'),
        contextActivities: Object.assign({}, activities, { category: (activities.category || []).concat(named) }),
      }),
    };
    if (result) statement.result = result;
    return call('PUT', 'statements', { statementId: id }, statement, more);
  }
  function kept(id) {
    return { activityId: launch.get('activityId'), agent: launch.get('actor'), registration: launch.get('registration'), stateId: id };
  }
  function duration() { return 'PT' + ((Date.now() - began) / 1000).toFixed(2) + 'S'; }
  function begin() {
    var button = document.getElementById('complete');
    var said = document.getElementById('said');
    var leave = button.cloneNode();
    leave.id = 'leave';
    leave.textContent = said.dataset.leave;
    said.after(' ', leave);
    function end(more) {
      if (!isOpen) return Promise.resolve();
      isOpen = false;
      button.hidden = leave.hidden = true;
      said.textContent = said.dataset.ended;
      return state('terminated', { duration: duration() }, [], more).catch(function () {});
    }
    window.addEventListener('pagehide', function () { end({ keepalive: true }); });
    if (!launch.get('fetch')) { said.textContent = said.dataset.alone; return; }
    fetch(launch.get('fetch'), { method: 'POST' })
      .then(function (answer) { return answer.json(); })
      .then(function (answer) {
        if (!answer['auth-token']) throw new Error('the launch has no token');
        auth = 'Basic ' + answer['auth-token'];
        return call('GET', 'activities/state', kept('LMS.LaunchData'));
      })
      .then(function (answer) { return answer.json(); })
      .then(function (answer) {
        data = answer;
        return call('GET', 'agents/profile', { agent: launch.get('actor'), profileId: 'cmi5LearnerPreferences' });
      })
      // a learning system without storage for documents may still answer
      .then(function () { return call('GET', 'activities/state', kept('completed')).catch(function () { return { ok: false }; }); })
      .then(function (answer) { return state('initialized', null, []).then(function () { return answer.ok; }); })
      .then(function (wasCompleted) {
        isOpen = true;
        if (data.returnURL) {
          leave.hidden = false;
          leave.addEventListener('click', function () {
            leave.disabled = true;
            sending.then(function () { return end(); }).then(function () { location.assign(data.returnURL); });
          });
        }
        if (wasCompleted) { said.textContent = said.dataset.completed; return; }
        // in the modes Browse and Review nothing is completed
        if (data.launchMode !== 'Normal') return;
        button.hidden = false;
        button.addEventListener('click', function () {
          button.disabled = true;
          sending = state('completed', { completion: true, duration: duration() }, ['moveon'])
            .then(function () {
              button.hidden = true;
              said.textContent = said.dataset.completed;
              return call('PUT', 'activities/state', kept('completed'), { completed: true }).catch(function () {});
            })
            .catch(function () { button.disabled = false; said.textContent = said.dataset.unsent; });
        });
      })
      .catch(function () { said.textContent = said.dataset.silent; });
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin); else begin();
})();
`;

function structure(course: Course, chapters: readonly Chapter[]): string {
  const lang = languageOf(course);
  const home = `urn:uuid:${course.course_id}`;
  const text = (name: string, words: string) => `<${name}><langstring lang="${lang}">${escapeXml(words)}</langstring></${name}>`;
  const unit = ({ id, name, title }: Chapter) =>
    `<au id="${home}/${id}" moveOn="Completed" launchMethod="AnyWindow">${text('title', title)}${text('description', title)}<url>${name}.html</url></au>`;
  const blocks = byModule(chapters).map(({ module, lessons }, index) =>
    module === null
      ? lessons.map(unit).join('')
      : `<block id="${home}/module-${index}">${text('title', module)}${text('description', module)}${lessons.map(unit).join('')}</block>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
<course id="${home}">${text('title', course.title)}${text('description', course.description.trim() || course.title)}</course>
${blocks.join('')}
</courseStructure>
`;
}

/** Returns the course as a cmi5 package, in which each lesson is an assignable unit. */
export const cmi5Of = (course: Course, pictures: readonly ExportPicture[]): Uint8Array =>
  packageOf(course, pictures, { 'cmi5.xml': structure(course, chaptersOf(course)), 'cmi5.js': SCRIPT });
