// `node own-comment.mjs COMMENT < PAGES`: the number of the comment that an earlier run has written, or nothing. PAGES is JSON: a
// list of pages, each a list of comments.
import { readFileSync } from 'node:fs';

const firstLineOf = (text) => text.split(/\r?\n/, 1)[0];

const marker = firstLineOf(readFileSync(process.argv[2], 'utf8'));
const comments = JSON.parse(readFileSync(0, 'utf8')).flat();
// A person may have quoted it.
const own = comments.find(({ user, body }) => user?.type === 'Bot' && firstLineOf(body) === marker);
if (own) process.stdout.write(String(own.id));
