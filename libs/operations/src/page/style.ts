/** The style of the page: in light and dark, from a width of 320 pixels. */
export const STYLE = `
:root{
  color-scheme:light dark;
  --back:#f6f7f9;--card:#fff;--text:#16191f;--soft:#555c69;--line:#d9dde3;
  --ok:#0b6b3a;--warn:#8a4b00;--bad:#b3181f;--ok-back:#e4f4ea;--warn-back:#fdf1dc;--bad-back:#fde6e6;
  --c1:#0b5fb0;--c2:#a8480a;--c3:#0b6b3a;--c4:#8b2a8b;
  font:1rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;
}
@media (prefers-color-scheme:dark){:root{
  --back:#101318;--card:#191d24;--text:#e8ebf0;--soft:#a3abb8;--line:#323945;
  --ok:#62d493;--warn:#f2b45c;--bad:#ff8b8b;--ok-back:#12291d;--warn-back:#30240f;--bad-back:#3a1719;
  --c1:#6bb2ff;--c2:#ffa25c;--c3:#62d493;--c4:#e39be3;
}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);overflow-wrap:anywhere}
header,main,footer{max-width:75rem;margin:auto;padding:1rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem}
header p{margin:0}
header .name{font-weight:600}
.rejected{margin:.5rem 0 0;font-size:.875rem}
header div{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;margin-inline-start:auto}
#connection{color:var(--soft)}
.stale #connection{color:var(--bad);font-weight:600}
.stale main{opacity:.75}
h1{font-size:clamp(1.2rem,5vw,1.6rem);line-height:1.2;margin:0}
h2{font-size:1.1rem;margin:2rem 0 .75rem}
h3,h4{font-size:1rem;margin:0}
h4{font-size:.875rem;margin-top:.75rem}
small,.axis,.top,caption,.note,footer{color:var(--soft);font-size:.875rem}
a{color:var(--c1)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.verdict{display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:center;padding:1.25rem 1.5rem;border-radius:.75rem;border-inline-start:.5rem solid}
.verdict p,.verdict ul{margin:.35rem 0 0}
.verdict ul{padding-inline-start:1.1rem}
.verdict li{margin-top:.25rem}
.verdict>div+div{flex:1 1 16rem;color:var(--text)}
.verdict .lost{margin:0;font-size:1.1rem;font-weight:600;min-width:5rem;color:var(--text)}
.lost.ok{color:var(--ok)}.lost.warn{color:var(--warn)}.lost.bad{color:var(--bad)}
.figures{display:flex;gap:1rem 2rem;flex-wrap:wrap}
.lost data,.lost b{display:block;font-size:3.5rem;line-height:1}
.verdict small{white-space:nowrap;color:var(--text)}
.verdict.ok{color:var(--ok);background:var(--ok-back)}
.verdict.warn{color:var(--warn);background:var(--warn-back)}
.verdict.bad{color:var(--bad);background:var(--bad-back)}
.ok{color:var(--ok)}.warn{color:var(--warn)}.bad{color:var(--bad)}
dl,dd,ol,ul,figure{margin:0;padding:0}
#facts,#charts,.cards,#counts{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));align-items:start}
#facts{margin-top:1rem;grid-template-columns:repeat(auto-fit,minmax(max(8.25rem,20%),1fr));align-items:stretch}
#charts,.cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr))}
#facts>div,figure,article,#counts>div,.box{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.9rem 1rem}
#facts dt{color:var(--soft)}
#facts dd{color:var(--soft);font-size:.875rem}
#facts dt+dd{color:var(--text);font-size:1.5rem;line-height:1.3;font-weight:600}
#facts .bad dt+dd{color:var(--bad)}
#facts dt+dd small{font-weight:400}
.bar{display:block;width:100%;height:.4rem;margin:.3rem 0;background:var(--line);border-radius:.2rem}
.bar rect{fill:var(--c1)}
.bad .bar rect{fill:var(--bad)}
figcaption ul{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;font-size:.875rem;color:var(--soft)}
figcaption b{color:var(--text)}
figcaption li::before{content:"";display:inline-block;width:1rem;border-top:3px solid;margin-inline-end:.4rem;vertical-align:middle}
.line-1::before{color:var(--c1)}.line-2::before{color:var(--c2);border-top-style:dashed!important}
.line-3::before{color:var(--c3);border-top-style:dotted!important}.line-4::before{color:var(--c4);border-top-style:double!important}
#charts{align-items:stretch}
figure{display:flex;flex-direction:column;gap:.5rem}
.plot{position:relative;margin-top:auto;border-bottom:1px solid var(--line);border-top:1px dotted var(--line)}
.plot svg{display:block;width:100%;height:6rem;overflow:visible}
.top{position:absolute;top:.1rem;left:0}
path{fill:none;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke;stroke:var(--c1)}
path.line-2{stroke:var(--c2);stroke-dasharray:7 4}path.line-3{stroke:var(--c3);stroke-dasharray:1 5}path.line-4{stroke:var(--c4);stroke-width:3.5}
.axis{display:flex;justify-content:space-between;margin:-.25rem 0 0}
.state{margin:.1rem 0 .5rem;font-weight:600}
.counts{display:grid;grid-template-columns:repeat(auto-fill,minmax(5.2rem,1fr));gap:.25rem .5rem}
.counts dt{color:var(--soft);font-size:.875rem}
table{border-collapse:collapse;width:100%}
caption{text-align:start;font-weight:600;padding-bottom:.25rem}
.limits{list-style:none}
th,td{text-align:start;font-weight:400;padding:.15rem .75rem .15rem 0;vertical-align:top}
#counts td{text-align:end;padding-inline-end:0}
code{font:.875rem/1.5 ui-monospace,monospace}
.numbers td{text-align:end;padding-inline-end:0}
.numbers th small{display:block}
thead th,thead~tbody th{overflow-wrap:normal;padding-inline-end:0}
thead th{text-align:end;padding-inline-start:.4rem}
.numbers td[colspan]{text-align:start;color:var(--soft)}
.costly{margin-top:1rem}
.rows{list-style:none;padding:0!important}
.rows li{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.3rem 0;border-top:1px solid var(--line);font-size:.875rem}
.rows b{flex-basis:100%}
.rows span{color:var(--soft)}
#counts small{display:block;white-space:nowrap}
#counts td[colspan]{text-align:start;color:var(--soft)}
.sign-in{max-width:26rem;padding-top:15vh}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
label{flex:1 1 16rem}
input{display:block;width:100%}
input,button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:.4rem;padding:.45rem .8rem}
button{cursor:pointer}
:focus-visible{outline:3px solid var(--c1);outline-offset:2px}
.box ol{padding-inline-start:1.2rem}
#outcomes ol{list-style:none;padding:0}
#outcomes li{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.3rem 0;border-top:1px solid var(--line);font-size:.875rem}
#outcomes li:first-child{border:0}
#outcomes a{font-family:ui-monospace,monospace}
#outcomes span{color:var(--soft)}
@media (prefers-reduced-motion:no-preference){.bar rect{transition:width .5s}}
`.replaceAll(/\n\s*/g, '');
