import type { Plugin } from 'vite'
import en from '../../texts/app/home/en.json' with { type: 'json' }

/**
 * Prerenders the hero of home into `index.html`, where `Welcome` of `pages/home/home-page.tsx` will put them, so
 * that a first visitor reads them before the app has loaded. `public/prerendered-hero.js` says for whom.
 */
export function prerenderHero(): Plugin {
  return {
    name: 'prerender-hero',
    transformIndexHtml: (html) => html.replace('<div id="app"></div>', `<div id="app">${markup}</div>`),
  }
}

const markup = `
      <div class="prerendered-hero mx-auto w-full max-w-(--column) pt-(--bar)">
        <section class="gutter pt-10 pb-6">
          <div class="min-h-16 pl-12">
            <h2 class="text-28 font-semibold text-balance">${en.promise}</h2>
            <p class="mt-2 text-15 text-t2">${en.promise_why}</p>
          </div>
        </section>
      </div>
    `
