import { parseLesson, writeLesson, inlineOf } from '#domai./courses/text/lesson-tree.queries.ts';

  for (const t of ['3. a\n\n```js\nx\n```\n\n4. b\n   - [x] c\n   - [ ] d\n\n~~2+2=5~~ H~2~O', '| a | b |\n|--|--|\n| `x|y` | c<br>d $x$|', 'See [a][b] and note[^z] and[^q].\n\n[b]: https://x.example\n[^z]: A **note**\n\n    more\n[^q]: b', '**「你好」**世界。这是**重点（含括号）**的', 'Costs $1,000/month; cap=2000$ and 5$/kg and 10$/kg, but $\\$5 + x$ is', '- so \\[x^2\\] it\n\n$$E=mc^2$$\n\n<div>a</div> T', '__init__ *args']) {
    const tree = parseLesson(t);
    console.log(JSON.stringify(tree, (k, v) => k === 'position' || k === 'data' ? undefined : v)); console.log(writeLesson(tree));
  }
  console.log(writeLesson([{type:'list',ordered:false,children:['1. x','# y','- z','__init__ and *args','costs $5 and $x_1$', 'a\nb', '+ b', '```js\nfoo\n```'].map(t => ({type:'listItem',children:[{type:'paragraph',children:inlineOf(t)}]}))}]));

