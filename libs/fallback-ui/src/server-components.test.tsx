/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fragment, isValidElement, useState, type ComponentType, type ReactNode } from 'react';
import * as screens from './screens.tsx';

type AnyProps = Record<string, unknown> & { children?: ReactNode };

/**
 * Calls components as plain functions, without a renderer, and lists the event handlers of their elements. Hooks throw here.
 * A server component can have neither.
 */
function findHandlers(node: ReactNode): string[] {
  if (Array.isArray(node)) {
    return node.flatMap((child: ReactNode) => findHandlers(child));
  }
  if (!isValidElement<AnyProps>(node)) {
    return [];
  }
  const { type, props } = node;
  if (typeof type === 'function') {
    return findHandlers((type as (props: AnyProps) => ReactNode)(props));
  }
  if (typeof type !== 'string' && type !== Fragment) {
    throw new TypeError('A class, a context or a wrapper is no plain component');
  }
  const own = Object.keys(props).filter((name) => typeof props[name] === 'function');
  return [...own, ...findHandlers(props.children)];
}

/** A module and everything it imports at run time; packages by name. */
function moduleGraph(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (!seen.has(file)) {
    const source = readFileSync(file, 'utf8');
    seen.set(file, source);
    for (const [, specifier = ''] of source.matchAll(
      /^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)';/gm,
    )) {
      if (specifier.startsWith('.')) {
        moduleGraph(join(dirname(file), specifier), seen);
      } else {
        seen.set(specifier, '');
      }
    }
  }
  return seen;
}

const CLIENT_DIRECTIVE = /^\s*['"]use client['"]/m;

const SCREENS: Record<string, ComponentType> = screens;

it.each(Object.entries(SCREENS))('%s is a server component: no hook, no event handler', (_, Screen) => {
  expect(findHandlers(<Screen />)).toEqual([]);
});

describe('the entry point', () => {
  it('has no client module in its graph, so a server component may import from it', () => {
    const graph = moduleGraph(join(__dirname, 'index.ts'));

    expect([...graph.keys()]).toContain(join(__dirname, 'global-error-screen.tsx'));
    expect([...graph.keys()].filter((name) => !name.startsWith(__dirname))).toEqual(['@adit/common']);
    expect([...graph.values()].filter((source) => CLIENT_DIRECTIVE.test(source))).toEqual([]);
  });
});

describe('controls', () => {
  it('a hook is found', () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    function WithHook() {
      useState(0);
      return null;
    }

    expect(() => findHandlers(<WithHook />)).toThrow(TypeError);
    complaint.mockRestore();
  });

  it('an event handler is found', () => {
    expect(findHandlers(<screens.ErrorScreen retry={() => undefined} />)).toEqual(['ref', 'onClick']);
  });

  it('a client module and a package are found', () => {
    const graph = moduleGraph(join(__dirname, 'client/index.ts'));

    expect([...graph.values()].filter((source) => CLIENT_DIRECTIVE.test(source))).toHaveLength(1);
    expect([...graph.keys()]).toContain('react');
  });
});
