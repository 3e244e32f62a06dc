// Documents as Next 16.4 writes them, in its chunks.

const DATA = (row: string): string => `<script>self.__next_f.push([1,${JSON.stringify(row)}])</script>`;

/** The document of an error: its beginning, its data, its end. */
export const shellChunks = ({ lang = 'en', digest = '', nonce = '', rows = '' } = {}): readonly string[] => [
  `<!DOCTYPE html><html id="__next_error__"><head><meta charSet="utf-8"/><title>Früher</title></head><body><div hidden=""><!--$--><!--/$--></div><script${nonce && ` nonce="${nonce}"`}>start()</script>`,
  `<script>(self.__next_f=self.__next_f||[]).push([0])</script>${DATA(
    `0:[["$","html",null,{"lang":"${lang}","children":[]}]]\n${rows}${digest && `1:E{"digest":"${digest}"}\n`}`,
  )}`,
  '</body></html>',
];

/** A page with content. */
export const PAGE =
  '<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body><main><h1>Grüße</h1></main></body></html>';

/** A page of which a part failed after streaming had begun. */
export const lateChunks = (digest: string, content = '<h2>Early</h2>'): readonly string[] => [
  `<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body>${content}<!--$?--><template id="B:0"></template><p>Loading</p><!--/$--><script nonce="n1">start()</script>`,
  `<script>$RX=function(){};;$RX("B:0",${JSON.stringify(digest)})</script>`,
  '</body></html>',
];
