import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { setMark } from './class-mark.commands.ts';
import { answerClassQuestion, askTeacher } from './class-question.commands.ts';
import { givenAssigned } from './class.factory.ts';
import { extendAssignment } from './extend-assignment.command.ts';
import { remindClasses } from './remind-classes.commands.ts';

useTestDatabase();

const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

it('every notification about a class names it, and leads to a page that shows its subject, even if nothing is open any more', async () => {
  const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: at(20) });
  const [student] = students as [string];
  const questionId = uuidv7();
  await remindClasses();
  await extendAssignment({ accountId: teacher, classId, assignmentId, studentIds: [student], dueAt: at(40) });
  await askTeacher({ accountId: student, assignmentId, questionId, text: 'Which queen leaves?' });
  await answerClassQuestion({ accountId: teacher, classId, questionId, answer: 'The old one.' });
  await setMark({ accountId: teacher, classId, assignmentId, studentId: student, markId: uuidv7(), mark: '2', reason: 'Well done' });
  const told = await database()('notification')
    .whereIn('account_id', [teacher, student])
    .where('kind', 'like', 'class.%')
    .distinct('kind', 'task_id')
    .orderBy('kind');
  expect(told).toEqual(
    ['answer', 'assigned', 'date', 'due', 'joined', 'marked', 'question'].map((kind) => ({ kind: `class.${kind}`, task_id: classId })),
  );
});
