import type { ReactNode } from 'react';
import { LOST_SCREEN_ATTRIBUTE, LOST_SCREEN_KEEPER } from '../browser/lost-screens.ts';
import { SCRIPTS_WATCHED_EVENT } from '../browser/page-scripts.ts';
import { IntoHead } from './into-head.tsx';

/**
 * Inline code for a page that lacks the script with this library. If the library has not started two seconds after the
 * page has loaded, and a script of Next has failed, it reloads the page, once for each build and page, with the mark of
 * the reload breaker (skew/reload-marks.ts). After that, or without tab storage, it shows the screen.
 */
const RECOVERY = `(function(b){
var f,t,w=window,d=document,p=location.href.split('#')[0],k='adit-reload';
if(w[k])return;
w[k]=1;
function own(s){return s.src&&!s.noModule&&s.src.indexOf('/_next/static/')>0}
function fail(e){if(e.target.localName==='script'&&own(e.target))f=1}
function stop(){clearTimeout(t);w.removeEventListener('error',fail,true);w.removeEventListener('load',wait)}
function wait(){t=setTimeout(run,2000)}
function run(){
if(!f)f=[].some.call(d.scripts,function(s){return own(s)&&performance.getEntriesByName(s.src).some(function(r){return r.responseStatus>=400})});
if(!f)return;
if(!navigator.onLine)return w.addEventListener('online',run,{once:true});
var h=0x811c9dc5,s=b+' '+p,i=0,m;
for(;i<s.length;i++)h=Math.imul(h^s.charCodeAt(i),0x01000193);
h=(h>>>0).toString(36);
function read(){return(sessionStorage.getItem(k)||'').split('.').filter(Boolean)}
try{m=read();if(m.indexOf(h)<0&&m.length<200){sessionStorage.setItem(k,m.concat(h).join('.'));if(read().indexOf(h)>=0)return location.reload()}}catch(e){}
[].forEach.call(d.querySelectorAll('${LOST_SCREEN_KEEPER}'),function(e){d.body.prepend(e.content)});
[].forEach.call(d.querySelectorAll('[${LOST_SCREEN_ATTRIBUTE}]'),function(e){e.hidden=false})
}
w.addEventListener('error',fail,true);w.addEventListener('load',wait);w.addEventListener('${SCRIPTS_WATCHED_EVENT}',stop)
})`;

/** Props of {@link MissingChunkScreen}. */
export interface MissingChunkScreenProps {
  /** The same as for the bridge. */
  readonly buildId: string;
  /** Nonce of the inline script, for a content security policy that requires one. Default none. */
  readonly nonce?: string | undefined;
  /** The screen: readable and usable without scripts. */
  readonly children: ReactNode;
}

/**
 * The screen of a page that cannot start because one of its scripts is missing and reloading the page did not help. Put
 * it into the body of the root layout: it is written into the head, as a template and an inline script, and nothing
 * into the body. The script also recovers a page that lacks the scripts with this library; `recoverMissingChunks` does
 * that for all others.
 */
export function MissingChunkScreen({ buildId, nonce, children }: MissingChunkScreenProps): ReactNode {
  const source = `${RECOVERY}(${JSON.stringify(buildId).replaceAll('<', String.raw`\u003c`)})`;
  const mark = { [LOST_SCREEN_ATTRIBUTE]: '' };
  return (
    <IntoHead
      element={
        <>
          <template {...mark}>
            <div hidden {...mark}>
              {children}
            </div>
          </template>
          {/* Rendered only on a server, so trusted types do not apply. */}
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />
        </>
      }
    />
  );
}
