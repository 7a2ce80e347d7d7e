/** What is kept of the news: what a visit has seen, in this tab until it is closed, and whether there was any. */

const SEEN = 'plumb-pop-up'

/** Whether the pop-up of this visit was shown. */
export const wasPopUpShown = (): boolean => sessionStorage.getItem(SEEN) !== null

/** Keeps that it was. */
export const keepPopUpShown = (): void => sessionStorage.setItem(SEEN, '1')

/** Keeps whether home had banners: the next visit keeps a place for them (`home-page.tsx`), or none. */
export function keepHasNews(hasNews: boolean): void {
  if (hasNews) localStorage.removeItem('plumb-no-news')
  else localStorage.setItem('plumb-no-news', '1')
}
