import { expect, it } from '@jest/globals';
import { applyPlan, readRepository } from '@adit/codebase';
import { planSetup } from '@adit/setup';
import { memoryFiles } from '@adit/testing';
import { diagnose } from '../diagnose.ts';

const APP = {
  'package.json': '{\n  "dependencies": {\n    "next": "16.4.5",\n    "react": "19.3.1"\n  }\n}\n',
  'tsconfig.json': '{}',
  'app/layout.tsx':
    'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n',
};

it('the route file of a set-up is what the doctor asks for on a serverless host', () => {
  const files = memoryFiles({ ...APP, 'vercel.json': '{}' });
  const answered = () =>
    diagnose(readRepository(files), files).findings.find(({ check }) => check === 'tunnel-answered')?.level;
  files.write('adit.config.ts', '');
  expect(answered()).toBe('error');
  files.remove('adit.config.ts');
  applyPlan(files, planSetup(readRepository(files), files));
  expect(answered()).toBe('ok');
});
