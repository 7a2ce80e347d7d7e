/**
 * Two hundred texts and more that run a script where a page takes them for markup or for a URL; each counts itself in
 * `window.ran`. For every field that people write and others read.
 */

const RUN = 'window.ran=1+(window.ran||0)'

const events = [
  ...['onload', 'onerror', 'onfocus', 'onmouseover', 'onclick', 'onanimationstart', 'ontoggle', 'onbegin'],
  ...['onpointerenter', 'onscroll', 'onwheel', 'oncut', 'onpageshow', 'onstart'],
]
const elements = [
  ...['img src=x', 'svg', 'body', 'video src=x', 'audio src=x', 'details open', 'iframe', 'input autofocus'],
  ...['marquee', 'object data=x', 'select autofocus', 'textarea autofocus'],
]

/** An element of each kind with an event of each kind. */
const handlers = elements.flatMap((element) => events.map((event) => `<${element} ${event}="${RUN}">`))

const elementsThatRun = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `<script/x>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">x</a>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<math><a xlink:href="javascript:${RUN}">x</a></math>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<base href="javascript:${RUN}//">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<link rel=stylesheet href="javascript:${RUN}">`,
  `<style>@import 'javascript:${RUN}'</style>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<template><script>${RUN}</script></template>`,
  `<img src="x\` \`<script>${RUN}</script>"\` \`>`,
  `<svg/onload=${RUN}>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `＜script＞${RUN}＜/script＞`,
]

const urls = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#09;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript://plumb.test/%0A${RUN}`,
  `data:text/html,%3Cscript%3E${RUN}%3C/script%3E`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cucmFuPTE8L3NjcmlwdD4=`,
  `vbscript:${RUN}`,
  `view-source:javascript:${RUN}`,
  `blob:https://plumb.test/${RUN}`,
]

/** Ways in which a text for the site could make a link or more of them. */
const marks = [
  ...urls.flatMap((url) => [`[Tap](${url})`, `**[Tap](${url})**`, `![x](${url})`]),
  `[Tap](https://plumb.test"onmouseover="${RUN})`,
  `[<img src=x onerror=${RUN}>](pages/common/faq)`,
  `[Tap](pages/common/faq?x=<script>${RUN}</script>)`,
  `[Tap](pages/common/faq"onclick="${RUN})`,
  `# <script>${RUN}</script>`,
  `- <img src=x onerror=${RUN}>`,
  `1. [Tap](javascript:${RUN})`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
]

export const xssPayloads: readonly string[] = [...handlers, ...elementsThatRun, ...urls, ...marks]
