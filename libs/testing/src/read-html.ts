import { parse, type DefaultTreeAdapterMap } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** The parts of a document that a visitor without JavaScript, a search engine or a screen reader needs. */
export interface ReadDocument {
  /** The language of the document, if it names one. */
  readonly lang: string | undefined;
  /** The content of each robots meta element. */
  readonly robots: readonly string[];
  /** Whether an element of this kind is visible and has text. */
  readonly says: (tagName: 'title' | 'h1') => boolean;
  /** Whether a main landmark is visible. */
  readonly hasMain: boolean;
}

/** An attribute's value; empty if the attribute is missing. */
const attributeOf = ({ attrs }: Element, name: string): string =>
  attrs.find((attribute) => attribute.name === name)?.value ?? '';

/** Frameworks stream into hidden elements, which a script shows later. The title of a drawing is not the document's. */
const isUnseen = ({ tagName, attrs }: Element): boolean =>
  tagName === 'svg' || attrs.some(({ name }) => name === 'hidden');

/** All elements below a node, in document order, except those left out and their content. */
function elementsIn(node: Parent, isLeftOut: (element: Element) => boolean = () => false): Element[] {
  return node.childNodes.flatMap((child) =>
    'tagName' in child && !isLeftOut(child) ? [child, ...elementsIn(child, isLeftOut)] : [],
  );
}

/** The visible text of a node. */
function textIn(node: Parent): string {
  return node.childNodes
    .map((child) => {
      if ('tagName' in child) return isUnseen(child) ? '' : textIn(child);
      return 'value' in child ? child.value : '';
    })
    .join('');
}

/** Parses a document as a browser does. Scripts, styles, templates and comments contain no elements. */
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
