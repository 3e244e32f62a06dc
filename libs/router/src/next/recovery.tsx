import { useServerInsertedHTML } from 'next/navigation.js';
import { LOST_SCREEN_ATTRIBUTE, LOST_SCREEN_KEEPER } from '../browser/lost-screens.ts';
import { SCRIPTS_WATCHED_EVENT } from '../browser/page-scripts.ts';
import { RELOAD_KEY } from '../reload/reload-key.ts';
import { ROUTER_STARTED_EVENT } from '../window-events.ts';
import type { MissingChunkScreenProps } from './missing-chunk-screen.tsx';

/**
 * Inline code that recovers a page whose scripts are missing. Bundlers wait without end for a script element that has
 * failed, or for two minutes (webpack). So it removes the element, and the bundler requests the script again. If the
 * page has still not started two seconds after it has loaded, it reloads the page, once for each build and page, with
 * the mark of the reload breaker (reload/reload-marks.ts). After that, or without tab storage, it shows the screen. It
 * leaves its `reload` to `reloadOnce` (browser/reload-once.ts).
 */
const RECOVERY = `(function(b){
var f,t,w=window,d=document,k='${RELOAD_KEY}';
if(w[k])return;
w[k]=reload;
function own(s){return s.localName==='script'&&s.src&&!s.noModule&&s.src.indexOf('/_next/static/')>0}
function drop(s){f=1;s.remove();if(d.readyState==='complete')wait()}
function fail(e){if(own(e.target))drop(e.target)}
function look(){[].slice.call(d.scripts).forEach(function(s){if(own(s)&&performance.getEntriesByName(s.src).some(function(r){return r.responseStatus>=400}))drop(s)})}
function wait(){t=t||setTimeout(run,2000)}
function stop(){clearTimeout(t);w.removeEventListener('error',fail,true);w.removeEventListener('load',wait);w.removeEventListener('online',run)}
function show(is){[].forEach.call(d.querySelectorAll('[${LOST_SCREEN_ATTRIBUTE}]'),function(e){e.hidden=!is})}
function reload(){
var h=0x811c9dc5,s=b+' '+location.href.split('#')[0],i=0,m;
for(;i<s.length;i++)h=Math.imul(h^s.charCodeAt(i),0x01000193);
h=(h>>>0).toString(36);
function read(){return(sessionStorage.getItem(k)||'').split('.').filter(Boolean)}
try{m=read();if(navigator.onLine&&m.indexOf(h)<0&&m.length<200){sessionStorage.setItem(k,m.concat(h).join('.'));if(read().indexOf(h)>=0){location.reload();return true}}}catch(e){}
}
function run(){
t=0;
look();
if(!f)return;
if(!navigator.onLine)return w.addEventListener('online',run,{once:true});
if(reload())return;
[].forEach.call(d.querySelectorAll('${LOST_SCREEN_KEEPER}'),function(e){d.body.prepend(e.content)});
show(true)
}
w.addEventListener('error',fail,true);w.addEventListener('load',wait);w.addEventListener('${SCRIPTS_WATCHED_EVENT}',stop);
w.addEventListener('${ROUTER_STARTED_EVENT}',function(){stop();show(false)});
look()
})`;

/**
 * Props whose elements were written. React renders a suspended component again, with the same props, and Next calls the
 * function for each part of a document.
 */
const written = new WeakSet<MissingChunkScreenProps>();

/** Writes the screen, as a template, and the inline script into the head of the document that a server renders. */
export function useRecovery(props: MissingChunkScreenProps): void {
  const { buildId, nonce, children } = props;
  const source = `${RECOVERY}(${JSON.stringify(buildId).replaceAll('<', String.raw`\u003c`)})`;
  const mark = { [LOST_SCREEN_ATTRIBUTE]: '' };
  useServerInsertedHTML(() => {
    if (written.has(props)) return null;
    written.add(props);
    return (
      <>
        <template {...mark}>
          <div hidden {...mark}>
            {children}
          </div>
        </template>
        {/* Rendered only on a server, so trusted types do not apply. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />
      </>
    );
  });
}
