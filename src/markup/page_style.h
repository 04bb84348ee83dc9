// The page's style sheet. Light and dark by the reader's preference; drawings
// follow by the class names that svg.h gives their parts.
#pragma once

#include <string_view>

namespace covolve::markup {

inline constexpr std::string_view kPageStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #fff; --raised: #f6f7f8; --ink: #1a1c1f; --muted: #5b616a; --rule: #d5d9de; --grid: #e4e7ea;
  --same: #d0d4d9; --link: #0b5c94; --good: #00628f; --bad: #a84300; --warn: #fff4dc; --warn-rule: #e69f00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --raised: #1d2126; --ink: #e6e8eb; --muted: #a3abb5; --rule: #3a414a; --grid: #2b3138;
    --same: #4a525c; --link: #7cc0f0; --good: #6bb8ea; --bad: #f39a5c; --warn: #2e2714; --warn-rule: #b37c00;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.4rem; margin: 3rem 0 .8rem; padding-bottom: .3rem; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
p { max-width: 46rem; margin: .5rem 0; }
a { color: var(--link); }
.lead { color: var(--muted); margin: 0 0 1.2rem; }
.warn { max-width: none; background: var(--warn); border-left: 4px solid var(--warn-rule); padding: .55rem .9rem; }
nav { margin: 1.5rem 0; padding: .8rem 1.1rem; background: var(--raised); border-radius: 6px; font-size: .95rem; }
nav ul { margin: 0; padding-left: 1.1rem; }
nav > ul { list-style: none; padding: 0; }
nav li li { display: inline; }
nav li li + li::before { content: " · "; color: var(--muted); }
nav ul ul { padding: 0 0 0 1rem; }
figure { margin: 1.2rem 0; }
figcaption { font-size: .92rem; color: var(--muted); max-width: 46rem; margin-bottom: .5rem; }
.plots { display: grid; gap: 1.2rem; align-items: start; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
.plots > svg:first-child:not(:last-child) { grid-row: span 2; }
.many { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
.plots svg, .many svg { display: block; width: 100%; height: auto; }
.plots > svg, .many > div { border: 1px solid var(--grid); border-radius: 6px; }
.many > div { max-width: 26rem; }
.many > div:empty { display: none; }
svg text { font-family: inherit; font-variant-numeric: tabular-nums; }
svg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.paper { fill: transparent; }
.ink, .strong { fill: var(--ink); }
.muted { fill: var(--muted); }
.grid { stroke: var(--grid); }
.axis { stroke: var(--muted); }
.same { fill: var(--same); }
.base-stroke { stroke: var(--ink); }
.base-fill { fill: var(--ink); }
.scroll { overflow-x: auto; max-width: 100%; }
.scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table {
  border-collapse: collapse; font-size: .92rem; line-height: 1.35; font-variant-numeric: tabular-nums lining-nums;
  border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink); overflow-wrap: normal;
}
th, td { padding: .28rem .75rem; text-align: left; vertical-align: baseline; white-space: nowrap; font-weight: 400; }
thead th { border-bottom: 1px solid var(--ink); font-weight: 600; white-space: normal; vertical-align: bottom; }
tbody tr:hover > * { background: var(--raised); }
tbody th { position: sticky; left: 0; background: var(--paper); max-width: 22rem; white-space: normal; min-width: 8rem; }
.n { text-align: right; }
.group th { font-style: italic; color: var(--muted); padding-top: .7rem; position: static; max-width: none; }
.group span { position: sticky; left: .5rem; }
tbody tr:not(.sum) + .sum > * { border-top: 1px solid var(--ink); }
b { font-weight: 650; }
small { color: var(--muted); font-size: .82em; }
td small { display: inline-block; min-width: 2.6em; text-align: left; }
.good b { color: var(--good); }
.bad b { color: var(--bad); }
.note { font-size: .9rem; color: var(--muted); margin: .5rem 0 0; }
details { margin: .6rem 0; border-top: 1px solid var(--rule); padding-top: .6rem; }
summary { cursor: pointer; font-weight: 600; }
details[open] > summary { margin-bottom: .8rem; }
pre {
  overflow-x: auto; background: var(--raised); border-radius: 6px; padding: .6rem .8rem; margin: .3rem 0 1rem;
  font-size: .85rem; line-height: 1.4;
}
dt { font-weight: 600; margin-top: .7rem; }
dd { margin: 0; max-width: 46rem; }
@media (max-width: 34rem) {
  body { padding: 1.2rem .9rem 3rem; }
  h1 { font-size: 1.5rem; }
  th, td { padding: .28rem .5rem; }
  tbody th { min-width: 6.5rem; max-width: 9rem; }
}
@media print { nav { display: none; } .scroll { overflow: visible; } body { max-width: none; } }
)css";

}  // namespace covolve::markup
