/**
 * Inline code for a document of 500, behind its screen. React replaces the screen by a bare message until the chunk with
 * the screens has loaded, and by one in the application's language until the visitor's texts have. This puts the screen
 * back in their place, before the browser paints, until React shows the same one, for at most five seconds.
 */
const KEEPER = `(function(d){
var m=d.querySelector('main.adit-fallback'),o=new MutationObserver(look),e,t;
function look(){
e=[].filter.call(d.querySelectorAll('main.adit-fallback,[role=alert][lang=en][dir=ltr]:not([class])'),function(x){return x!==m})[0];
if(!e)return m.isConnected||!d.body||!d.body.firstElementChild||o.disconnect();
if(e.className&&e.lang===m.lang)return end();
t=t||setTimeout(end,5000);
e.style.display='none';
if(e.previousSibling!==m)e.before(m)
}
function end(){o.disconnect();m.remove();e&&(e.style.display='')}
o.observe(d,{attributes:true,attributeFilter:['lang'],childList:true,subtree:true})
})(document)`;

/**
 * The script element.
 *
 * @param nonce as it is written in the document, default none
 */
export const keepScreen = (nonce: string | undefined): string =>
  `<script${nonce === undefined ? '' : ` nonce="${nonce}"`}>${KEEPER}</script>`;
