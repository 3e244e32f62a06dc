import { h } from 'vue';
import { withBase, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

const NotFound = {
  render: () =>
    h('main', { class: 'not-found' }, [
      h('h1', 'Page not found'),
      h('p', [h('a', { href: withBase('/') }, 'Go to the first page')]),
    ]),
};

export default {
  extends: DefaultTheme,
  Layout: {
    render: () =>
      h(DefaultTheme.Layout, null, {
        'not-found': () => h(NotFound),
        // The first paint waits for this element: see `transformHead` of the configuration.
        'layout-bottom': () => h('i', { id: 'page-end', hidden: true }),
      }),
  },
} satisfies Theme;
