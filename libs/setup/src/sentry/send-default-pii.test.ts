import { describe, expect, it } from '@jest/globals';
import { convertShop, DSN, HOOK, manifestOf, SDK } from '../../testing/shop.helper.ts';
import { convertClient, type ClientConversion, type NotConverted } from './convert-client.ts';
import { convertServerConfig } from './convert-server-config.ts';
import { readModule } from './module-scope.ts';
import type { SdkMajor } from './sdk-major.ts';

const moduleWith = (option: string) => readModule('a.ts', `${SDK}Sentry.init({ ${option} });\n`)!;

/** The place of an option of the browser's `Sentry.init` after the conversion. */
function inBrowser(sdk: SdkMajor, option: string) {
  const target = { folder: '', language: 'ts', sdk } as const;
  const converted: Partial<ClientConversion & NotConverted> | undefined = convertClient(
    moduleWith(option),
    target,
  );
  return {
    written: converted?.monitoring?.options.get('dataCollection'),
    leftOut: converted?.leftOut,
    why: converted?.why,
  };
}

describe('sendDefaultPii with SDK 10', () => {
  it.each([
    ['sendDefaultPii: false', 'dataCollection: { userInfo: false }'],
    ['sendDefaultPii: true', 'dataCollection: { userInfo: true }'],
  ])('is written for Adit: %s', (option, written) => {
    expect(inBrowser(10, option)).toEqual({ written, leftOut: [] });
  });

  it('stops the conversion if it is computed', () => {
    expect(inBrowser(10, 'sendDefaultPii: isOn').why).toBe('its sendDefaultPii is computed');
  });

  it('stays in the file of a server, whose SDK has it', () => {
    expect(convertServerConfig(moduleWith('sendDefaultPii: false'), 10).text).toBeUndefined();
  });

  it('is in adit.config after a conversion that keeps SDK 10', () => {
    const { read, byHand } = convertShop({
      'package.json': manifestOf({ '@sentry/nextjs': '^10.50.0' }),
      'instrumentation-client.ts': `${SDK}\nSentry.init({ ${DSN}, sendDefaultPii: false });\n${HOOK}`,
    });

    expect(byHand).toEqual([]);
    expect(read('adit.config.ts')).toContain('dataCollection: { userInfo: false },');
  });

  it('control: nothing is written if it is not set, and SDK 11 has no true', () => {
    expect(inBrowser(10, "dsn: 'x'")).toEqual({ leftOut: [] });
    expect(inBrowser(11, 'sendDefaultPii: true')).toEqual({
      leftOut: ['sendDefaultPii: SDK 11 does not have it, and sends what it switched on'],
    });
    expect(convertServerConfig(moduleWith('sendDefaultPii: false'), 11).text).toContain(
      'dataCollection: { userInfo: false }',
    );
  });
});
