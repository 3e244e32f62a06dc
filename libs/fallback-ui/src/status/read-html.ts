import { parse, type DefaultTreeAdapterMap } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** What of a document tells whether it is an honest answer. */
export interface ReadDocument {
  /** The language of the document, if it names one. */
  readonly lang: string | undefined;
  /** What each robots meta element says. */
  readonly robots: readonly string[];
  /** Whether a reader without scripts sees an element of this kind with words in it. */
  readonly says: (tagName: 'title' | 'h1') => boolean;
  /** Whether there is a main landmark for such a reader. */
  readonly hasMain: boolean;
}

/** An attribute's value; empty where there is none. */
const attributeOf = ({ attrs }: Element, name: string): string =>
  attrs.find((attribute) => attribute.name === name)?.value ?? '';

/** Hidden elements, in which frameworks stream what their script shows later, and drawings, whose title is not the document's. */
const isUnseen = ({ tagName, attrs }: Element): boolean =>
  tagName === 'svg' || attrs.some(({ name }) => name === 'hidden');

/** All elements below a node, in the order of the document, without those that are left out and what is in them. */
function elementsIn(node: Parent, isLeftOut: (element: Element) => boolean = () => false): Element[] {
  return node.childNodes.flatMap((child) =>
    'tagName' in child && !isLeftOut(child) ? [child, ...elementsIn(child, isLeftOut)] : [],
  );
}

/** The words in a node that are seen. */
function textIn(node: Parent): string {
  return node.childNodes
    .map((child) => {
      if ('tagName' in child) return isUnseen(child) ? '' : textIn(child);
      return 'value' in child ? child.value : '';
    })
    .join('');
}

/** Reads a document as a browser does (HTML, 13.2). Scripts, styles and templates hold no elements of it. */
export function readHtml(html: string): ReadDocument {
  const document = parse(html);
  const elements = elementsIn(document);
  const seen = elementsIn(document, isUnseen);
  const [root] = elements;
  return {
    lang: root && attributeOf(root, 'lang'),
    robots: elements
      .filter((it) => it.tagName === 'meta' && attributeOf(it, 'name').toLowerCase() === 'robots')
      .map((it) => attributeOf(it, 'content')),
    says: (tagName) => seen.some((it) => it.tagName === tagName && textIn(it).trim() !== ''),
    hasMain: seen.some(
      (it) => it.tagName === 'main' || attributeOf(it, 'role').trim().toLowerCase() === 'main',
    ),
  };
}
