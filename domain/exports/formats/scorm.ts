import { zipSync, strToU8 } from 'fflate';
import type { Course } from '#contract/courses/courses.contract.ts';
import { chaptersOf, languageOf, type Chapter } from './chapters.ts';
import { escapeXml, STYLE, xhtmlOf, xhtmlPage } from './xhtml.ts';

/**
 * What runs in every page: it finds the SCORM 1.2 interface of the learning system in the windows above, says that the page is being read
 * and, when its button is pressed, that it is complete.
 */
const SCRIPT = `(function () {
  function find(from) {
    for (var tries = 0; from && tries < 50; tries++) {
      try { if (from.API) return from.API; } catch (error) { return null; }
      if (from.parent === from) return null;
      from = from.parent;
    }
    return null;
  }
  var api = find(window) || (window.opener && find(window.opener));
  var began = Date.now();
  var isOpen = false;
  function time() {
    var s = Math.floor((Date.now() - began) / 1000);
    var two = function (n) { return (n < 10 ? '0' : '') + n; };
    return two(Math.floor(s / 3600)) + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60);
  }
  function finish() {
    if (!isOpen) return;
    isOpen = false;
    api.LMSSetValue('cmi.core.session_time', time());
    api.LMSCommit('');
    api.LMSFinish('');
  }
  function begin() {
    var button = document.getElementById('complete');
    var said = document.getElementById('said');
    if (!api || String(api.LMSInitialize('')) !== 'true') { said.textContent = 'No learning system was found: progress is not kept.'; return; }
    isOpen = true;
    var status = api.LMSGetValue('cmi.core.lesson_status');
    if (status === 'completed' || status === 'passed') { said.textContent = 'Completed.'; return; }
    api.LMSSetValue('cmi.core.lesson_status', 'incomplete');
    api.LMSCommit('');
    button.hidden = false;
    button.addEventListener('click', function () {
      api.LMSSetValue('cmi.core.lesson_status', 'completed');
      api.LMSCommit('');
      button.hidden = true;
      said.textContent = 'Completed.';
    });
  }
  window.addEventListener('pagehide', finish);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin); else begin();
})();
`;

const END = `<p><button id="complete" type="button" hidden="hidden">Mark as complete</button> <span id="said" role="status"></span></p>`;

function manifest(course: Course, chapters: readonly Chapter[]): string {
  const item = ({ name, title }: Chapter) =>
    `<item identifier="item-${name}" identifierref="${name}"><title>${escapeXml(title)}</title></item>`;
  const modules = [...Map.groupBy(chapters, ({ module }) => module)].map(([module, lessons], index) =>
    module === null
      ? lessons.map(item).join('')
      : `<item identifier="module-${index}"><title>${escapeXml(module)}</title>${lessons.map(item).join('')}</item>`,
  );
  const resource = ({ name }: Chapter) =>
    `<resource identifier="${name}" type="webcontent" adlcp:scormtype="sco" href="${name}.html"><file href="${name}.html"/><file href="style.css"/><file href="scorm.js"/></resource>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="course-${course.course_id}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="course"><organization identifier="course"><title>${escapeXml(course.title)}</title>${modules.join('')}</organization></organizations>
<resources>${chapters.map(resource).join('')}</resources>
</manifest>
`;
}

/** The course as a SCORM 1.2 package: each lesson is a SCO that its learner completes. */
export function scormOf(course: Course): Uint8Array {
  const chapters = chaptersOf(course);
  const lang = languageOf(course);
  const head = '<script src="scorm.js"></script>';
  const pages = chapters.map(({ name, title, markdown }) => {
    const body = `<main><h1>${escapeXml(title)}</h1>${xhtmlOf(markdown)}${END}</main>`;
    // learning systems serve it as HTML, which knows no declaration of XML
    const page = xhtmlPage({ title, lang, style: 'style.css', body, head }).replace(/^<\?xml[^>]*\?>\n/, '');
    return [`${name}.html`, strToU8(page)] as const;
  });
  const files = { 'imsmanifest.xml': manifest(course, chapters), 'scorm.js': SCRIPT, 'style.css': STYLE };
  return zipSync(
    { ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), ...Object.fromEntries(pages) },
    { mtime: new Date(course.created_at) },
  );
}
