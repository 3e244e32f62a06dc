import { helpText } from './help.ts';
import { SETTING_ROWS, defaultOf, flagOf } from './settings.ts';

describe('helpText', () => {
  it.each(SETTING_ROWS.map((setting) => [setting.name, defaultOf(setting)]))(
    'shows %s and its default %s',
    (name, shown) => {
      const line = helpText()
        .split('\n')
        .find((row) => row.startsWith(`  ${name} `));

      expect(line).toContain(` ${flagOf(name)} `);
      expect(line).toContain(` ${shown} `);
    },
  );

  it('shows examples and exit codes, and fits a wide terminal', () => {
    expect(helpText()).toMatch(/Examples:[\s\S]*Exit codes:.*78/);
    expect(
      Math.max(
        ...helpText()
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThan(160);
  });
});
